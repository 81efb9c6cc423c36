import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import type { Message, StreamResponse, Task, Version } from "@a2a/core";
import { A2AError, applyEvent, data, fromBase64, message, textOf } from "@a2a/core";
import type { AgentDefinition } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect, failureOf, spoken } from "./peers.js";

/** Does what the first word says. */
const agent: AgentDefinition = {
  card: { name: "Obedient", capabilities: { streaming: true } },
  async *run(turn) {
    const [command = "", ...rest] = turn.text.split(" ");
    const words = rest.join(" ");
    if (turn.task.history?.some(({ role }) => role === "ROLE_AGENT")) yield `hello, ${turn.text}`;
    else if (command === "echo") yield `echo: ${words}`;
    else if (command === "ask") yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Who are you?" };
    else if (command === "draft") {
      yield { artifact: { name: "draft", parts: "so far" } };
      yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Go on?" };
    } else if (command === "count") for (const word of rest) yield word;
    else if (command === "parts") {
      const parts = [{ text: "t" }, data({ n: [1, null] }), { raw: "AQID", mediaType: "application/octet-stream", filename: "f" }];
      yield { artifact: { name: "all", parts } };
    } else if (command === "throw") throw new Error("secret");
    else if (command === "mirror") yield { artifact: { parts: turn.message.parts } };
    else if (command === "wait") {
      yield { state: "TASK_STATE_WORKING", message: "waiting" };
      await new Promise<void>((resolve) => turn.signal.addEventListener("abort", () => resolve(), { once: true }));
    }
  },
};

let url = "";
let close = async (): Promise<void> => undefined;

beforeAll(async () => {
  const listening = await serve({ definition: agent }, { port: 0 });
  ({ url } = listening);
  close = () => listening.close();
});

afterAll(() => close());

/** The task that an answer is. */
function taskOf(answer: Task | Message): Task {
  if (!("status" in answer)) throw new Error("expected a task");
  return answer;
}

/** What a stream's events make of a task. */
function taskAfter(events: readonly StreamResponse[]): Task {
  const [first, ...others] = events;
  if (!first?.task) throw new Error("expected a task at the beginning");
  return others.reduce<Task>((task, event) => {
    if (event.statusUpdate) return applyEvent(task, { statusUpdate: event.statusUpdate });
    return event.artifactUpdate ? applyEvent(task, { artifactUpdate: event.artifactUpdate }) : task;
  }, first.task);
}

/** What versions say alike of a task: no ids, no times, no history; and before 1.0, data had no media type. */
function essence({ status, artifacts = [] }: Task): object {
  return {
    state: status.state,
    said: status.message && textOf(status.message),
    artifacts: artifacts.map(({ name, parts }) => ({
      name,
      parts: parts.map(({ mediaType, ...part }) => (part.data === undefined ? { mediaType, ...part } : part)),
    })),
  };
}

/** Starts a task that works until it is stopped, and returns its id. */
async function started(client: Client): Promise<string> {
  for await (const { task, statusUpdate } of client.stream("wait")) {
    if (statusUpdate?.status.message ?? task?.status.message) return statusUpdate?.taskId ?? task?.id ?? "";
  }
  throw new Error("expected a task that works");
}

for (const [version, binding] of spoken) {
  describe(`version ${version} in ${binding}, over the network`, () => {
    const open = (): Promise<Client> => connect(url, { versions: [version], bindings: [binding] });

    const sends: readonly (readonly [string, object])[] = [
      ["echo zwölf 🎉", { state: "TASK_STATE_COMPLETED", said: undefined, artifacts: [{ parts: [{ text: "echo: zwölf 🎉" }] }] }],
      ["ask", { state: "TASK_STATE_INPUT_REQUIRED", said: "Who are you?", artifacts: [] }],
    ];
    for (const [said, expected] of sends) {
      test(`send "${said}" answers with the task`, async () => {
        expect(essence(taskOf(await (await open()).send(said)))).toMatchObject(expected);
      });

      test(`stream "${said}" begins with the task and comes to the same`, async () => {
        expect(essence(taskAfter(await collect((await open()).stream(said))))).toMatchObject(expected);
      });
    }

    test("parts of every kind arrive whole", async () => {
      const [artifact] = taskOf(await (await open()).send("parts")).artifacts ?? [];
      const [text, value, file] = artifact?.parts ?? [];
      expect([artifact?.name, text?.text, value?.data, file?.mediaType, file?.filename]).toEqual([
        "all",
        "t",
        { n: [1, null] },
        "application/octet-stream",
        "f",
      ]);
      expect(fromBase64(file?.raw ?? "")).toEqual(Uint8Array.of(1, 2, 3));
    });

    test("parts of every kind are sent whole", async () => {
      const parts = [{ text: "mirror" }, { data: { n: { m: [true] } } }, { url: "https://files.test/a.png", mediaType: "image/png" }];
      const [artifact] = taskOf(await (await open()).send(parts)).artifacts ?? [];
      expect(artifact?.parts).toMatchObject(parts);
    });

    test("a stream shows the chunks as they come, each once", async () => {
      const events = await collect((await open()).stream("count a b c"));
      const texts = events.flatMap(({ artifactUpdate }) => (artifactUpdate ? [textOf(artifactUpdate.artifact)] : []));
      expect(texts.join("")).toBe("abc");
      expect(textOf(taskAfter(events))).toBe("abc");
    });

    test("getTask gets the task that send answered with", async () => {
      const client = await open();
      const task = taskOf(await client.send("echo hi"));
      const again = await client.getTask(task.id);
      expect(again).toMatchObject({ id: task.id, contextId: task.contextId, status: { state: "TASK_STATE_COMPLETED" } });
      expect(essence(again)).toEqual(essence(task));
    });

    test("a follow-up goes on with the task that waits for it", async () => {
      const client = await open();
      const asked = taskOf(await client.send("ask"));
      const answered = taskOf(await client.send("Ada", { taskId: asked.id, contextId: asked.contextId ?? "" }));
      expect(answered.id).toBe(asked.id);
      expect(essence(answered)).toMatchObject({ state: "TASK_STATE_COMPLETED", artifacts: [{ parts: [{ text: "hello, Ada" }] }] });
    });

    const followUps: readonly (readonly [string, (client: Client, taskId: string) => AsyncIterable<StreamResponse>])[] = [
      ["taskId", (client, taskId) => client.stream("Ada", { taskId })],
      ["its message", (client, taskId) => client.stream(message("Ada", { taskId }))],
    ];
    for (const [how, follow] of followUps) {
      test(`a streamed follow-up, named by ${how}, begins with that task and all that it has so far`, async () => {
        const client = await open();
        const asked = taskOf(await client.send("draft"));
        const events = await collect(follow(client, asked.id));
        expect(events[0]?.task).toMatchObject({ id: asked.id, artifacts: [{ name: "draft", parts: [{ text: "so far" }] }] });
        expect(textOf(taskAfter(events))).toBe("so far\nhello, Ada");
      });
    }

    test("cancelTask stops a task that works", async () => {
      const client = await open();
      const id = await started(client);
      expect((await client.cancelTask(id)).status.state).toBe("TASK_STATE_CANCELED");
      expect((await client.getTask(id)).status.state).toBe("TASK_STATE_CANCELED");
    });

    test("subscribe shows the task, then what happens, until it is over", async () => {
      const client = await open();
      const id = await started(client);
      const stream = client.subscribe(id);
      const first = await stream.next();
      expect(first.value).toMatchObject({ task: { id, status: { state: "TASK_STATE_WORKING" } } });
      const [rest] = await Promise.all([collect(stream), client.cancelTask(id)]);
      const states = rest.flatMap(({ statusUpdate }) => (statusUpdate ? [statusUpdate.status.state] : []));
      expect(states.at(-1)).toBe("TASK_STATE_CANCELED");
    });

    test("what the agent throws fails the task, and its text stays there", async () => {
      const task = taskOf(await (await open()).send("throw"));
      expect(task.status.state).toBe("TASK_STATE_FAILED");
      expect(JSON.stringify(task)).not.toContain("secret");
    });

    const refusals: readonly (readonly [string, (client: Client, over: string) => Promise<unknown>, string])[] = [
      ["getTask of no task", (client) => client.getTask("none"), "TaskNotFoundError"],
      ["cancelTask of no task", (client) => client.cancelTask("none"), "TaskNotFoundError"],
      ["subscribe to no task", (client) => collect(client.subscribe("none")), "TaskNotFoundError"],
      ["cancelTask of a task that is over", (client, over) => client.cancelTask(over), "TaskNotCancelableError"],
    ];
    for (const [what, call, code] of refusals) {
      test(`${what} is A2AError ${code}`, async () => {
        const client = await open();
        const over = taskOf(await client.send("echo hi"));
        const error = await failureOf(call(client, over.id));
        expect(error).toBeInstanceOf(A2AError);
        expect(error).toMatchObject({ code });
      });
    }
  });
}

describe("versions and bindings beside each other", () => {
  for (const said of ["echo hi", "ask", "parts", "count a b", "throw"]) {
    test(`"${said}" comes to the same in all of them, sent and streamed`, async () => {
      const [newest, ...older] = await Promise.all(spoken.map(([version, binding]) => outcomes(version, binding, said)));
      for (const each of older) expect(each).toEqual(newest);
    });
  }

  async function outcomes(version: Version, binding: string, said: string): Promise<readonly unknown[]> {
    const client = await connect(url, { versions: [version], bindings: [binding] });
    const sent = taskOf(await client.send(said));
    const streamed = taskAfter(await collect(client.stream(said)));
    return [essence(sent), essence(streamed)];
  }

  test("a task that one version made in one binding is read in all of them", async () => {
    const clients = await Promise.all(spoken.map(([version, binding]) => connect(url, { versions: [version], bindings: [binding] })));
    for (const maker of clients) {
      const { id } = taskOf(await maker.send("echo hi"));
      for (const reader of clients) expect(textOf(await reader.getTask(id))).toBe("echo: hi");
    }
  });
});
