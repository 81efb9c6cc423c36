import type { Client, ConnectOptions } from "@a2a/client";
import { connect } from "@a2a/client";
import type { StreamResponse, Task, Version } from "@a2a/core";
import { applyEvent, textOf } from "@a2a/core";

// What runs in the page. It is started and heard by plain requests: what a debugger evaluates is not bound by the page's policy.

const query = new URLSearchParams(location.search);
const agent = query.get("agent") ?? "";
// safe: the test names versions
const options: ConnectOptions = { versions: [query.get("version") as Version] };
// What is to fail, fails at once.
const once = { retry: { attempts: 1 } };
const failing: ConnectOptions = { ...options, ...once };

/** Tells the test something, and waits until it has taken note. */
async function tell(part: string, body = ""): Promise<void> {
  await fetch(`/player/${part}`, { method: "POST", body });
}

/** What somebody who catches it sees of a failure. */
function seen(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return { name: error.name, ...("code" in error && { code: error.code }), message: error.message };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => seen(error),
  );
}

/** Reads a stream into a task, telling the test what is there of the text whenever there is more. */
async function follow(events: AsyncIterable<StreamResponse>, onTask: (task: Task) => void): Promise<void> {
  let task: Task | undefined;
  for await (const event of events) {
    if (event.message) throw new TypeError("the agent answers with tasks");
    task = applyEvent(task, event);
    onTask(task);
    if (event.task || event.artifactUpdate) await tell("text", textOf(task));
  }
}

async function taskOf(client: Client, words: string): Promise<Task> {
  const answer = await client.send(words);
  if (!("status" in answer)) throw new TypeError("a message instead of a task");
  return answer;
}

async function first(events: AsyncIterable<StreamResponse>): Promise<void> {
  for await (const { artifactUpdate } of events) if (artifactUpdate) return;
}

const scenarios: Readonly<Record<string, () => Promise<unknown>>> = {
  async talk() {
    const client = await connect(agent, options);
    const task = await taskOf(client, "hi");
    return [client.card.name, client.card.supportedInterfaces[0]?.url, textOf(task), textOf(await client.getTask(task.id))];
  },

  async stream() {
    const client = await connect(agent, options);
    let last: Task | undefined;
    await follow(client.stream("chunks"), (task) => {
      last = task;
    });
    return last && [last.status.state, textOf(last)];
  },

  // Goes on with subscribe where the stream does not resume by itself.
  async resume() {
    const client = await connect(agent, options);
    let last: Task | undefined;
    const keep = (task: Task): void => {
      last = task;
    };
    const failure = await failureOf(follow(client.stream("chunks"), keep));
    if (!last) return failure;
    if (last.status.state === "TASK_STATE_WORKING" || last.status.state === "TASK_STATE_SUBMITTED") {
      await follow(client.subscribe(last.id), keep);
    }
    return [last.status.state, textOf(last)];
  },

  async cancel() {
    const client = await connect(agent, options);
    let last: Task | undefined;
    let canceled: Task | undefined;
    for await (const event of client.stream("hold")) {
      if (event.message) break;
      last = applyEvent(last, event);
      if (event.artifactUpdate) canceled = await client.cancelTask(last.id);
    }
    return [canceled?.status.state, last?.status.state];
  },

  async errors() {
    const client = await connect(agent, options);
    return failureOf(client.getTask("none"));
  },

  async abortStream() {
    const client = await connect(agent, options);
    const givingUp = new AbortController();
    const reason = new Error("changed my mind");
    const streaming = (async () => {
      for await (const event of client.stream("hold", { signal: givingUp.signal })) if (event.artifactUpdate) givingUp.abort(reason);
    })();
    return (await streaming.catch((error: unknown) => error)) === reason;
  },

  async abortSend() {
    const client = await connect(agent, options);
    const givingUp = new AbortController();
    const reason = new Error("changed my mind");
    const sending = client.send("hold", { signal: givingUp.signal });
    await tell("holding");
    givingUp.abort(reason);
    return (await sending.catch((error: unknown) => error)) === reason;
  },

  async leaveStream() {
    await first((await connect(agent, options)).stream("hold"));
    return "left";
  },

  async lost() {
    const client = await connect(agent, failing);
    const talk = async (): Promise<string> => textOf(await taskOf(client, "hi"));
    return [await failureOf(talk()), await talk()];
  },

  async timeOut() {
    const client = await connect(agent, options);
    // What a page loads for its first message takes its time as well.
    await client.send("hi");
    return failureOf(client.send("hold", { timeoutMs: 100 }));
  },

  async dieBeforeAnswer() {
    const client = await connect(agent, failing);
    const task = await taskOf(client, "hi");
    await tell("die");
    return failureOf(client.getTask(task.id));
  },

  connect: () => failureOf(connect(agent, failing).then(({ card }) => card.name)),

  async send() {
    const client = await connect(agent, failing);
    return failureOf(taskOf(client, "hi").then(textOf));
  },

  sendWithHeader: () =>
    failureOf(connect(agent, { ...failing, headers: { authorization: "Bearer x" } }).then((client) => taskOf(client, "hi").then(textOf))),

  async makeCode() {
    try {
      return Reflect.construct(Function, ["return 1"])();
    } catch (error) {
      return error instanceof Error && error.name;
    }
  },
};

const complaints: string[] = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => complaints.push(`${violatedDirective}: ${blockedURI}`));
addEventListener("error", ({ message }) => complaints.push(message));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(`unhandled: ${reason}`));

const outcome = await (scenarios[query.get("scenario") ?? ""]?.() ?? "no such scenario");
// Violations are reported in a task of their own.
await tell("over");
await tell("done", JSON.stringify({ outcome, complaints }));
