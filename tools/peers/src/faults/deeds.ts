import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import type { StreamResponse } from "@a2a/core";
import type { Verdict } from "./judge.js";
import { exact, judgeStream, judgeTask } from "./judge.js";
import type { Lane } from "./lane.js";
import type { Order } from "./script.js";
import { write } from "./script.js";
import { maxResponseBytes } from "./single-faults.js";
import type { Opened, Subject } from "./subjects.js";

/** What a client does while something goes wrong. */
export type Deed = "card" | "send" | "stream" | "get" | "subscribe" | "run" | "wait";

/** What it does it with. */
export interface Doing {
  readonly subject: Subject;
  readonly served: Opened;
  readonly lane: Lane;
  readonly order: Order;
  /** What a stream shows is only right at its end. */
  readonly isMendedAtEnd: boolean;
}

/** How long a client waits in vain. */
export interface Patience {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
}

// Short, so that a client is through within the time of a test, and so long that a busy machine does not pass for a broken connection.
const timeoutMs = 300;
const short: Patience = { timeoutMs, idleTimeoutMs: 150 };
const retry = { attempts: 5, firstDelayMs: 1, maxDelayMs: 4 };

/** Does it, and judges what came of it. */
export async function perform(deed: Deed, doing: Doing): Promise<Verdict> {
  const { subject, served, lane, order, isMendedAtEnd } = doing;
  const turns = [order.turn];
  const rules = { turns, isMendedAtEnd };
  switch (deed) {
    case "card":
      return (await connectOn(lane, subject)).card.name === served.name ? exact : "wrong: another card";
    case "send":
      return judgeTask(await (await connectOn(lane, subject)).send(write(order), { timeoutMs }), turns);
    case "stream":
      return judgeStream((await connectOn(lane, subject)).stream(write(order)), rules);
    case "run":
      return judgeTask(await (await connectOn(lane, subject)).run(write(order)), turns);
    case "get": {
      const id = await begin(doing, "over");
      return judgeTask(await (await connectOn(lane, subject)).getTask(id, { timeoutMs, historyLength: 100 }), turns);
    }
    case "subscribe": {
      const client = await connectOn(lane, subject);
      return judgeStream(client.subscribe(await begin(doing, "working")), rules);
    }
    case "wait": {
      const client = await connectOn(lane, subject);
      return judgeTask(await client.task(await begin(doing, "working")).wait(), turns);
    }
  }
}

/** Connects on a lane, with a patience that fits a test. */
export function connectOn(
  { url, fetch }: Pick<Lane, "url" | "fetch">,
  { versions, isOurs }: Pick<Subject, "versions" | "isOurs">,
  patience: Patience = short,
): Promise<Client> {
  const options = { fetch, maxResponseBytes, ...patience, retry: { ...retry, resend: isOurs }, ...(versions && { versions }) };
  return connect(url, options);
}

/** Has a task begun by a client that nothing goes wrong with, and returns its id. */
async function begin({ subject, served, order }: Doing, until: "working" | "over"): Promise<string> {
  const client = await connectOn(served, subject);
  let id: string | undefined;
  for await (const event of client.stream(write(order))) {
    id ??= idOf(event);
    if (until === "working") break;
  }
  if (id === undefined) throw new TypeError("the task did not begin");
  return id;
}

function idOf({ task, statusUpdate, artifactUpdate }: StreamResponse): string | undefined {
  return task?.id ?? statusUpdate?.taskId ?? artifactUpdate?.taskId;
}
