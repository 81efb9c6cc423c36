import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import type { StreamResponse } from "@a2a/core";
import { differs } from "./differences.js";
import type { Planned } from "./fault.js";
import type { Verdict } from "./judge.js";
import { exact, judgeStream, judgeTask } from "./judge.js";
import type { Lane } from "./lane.js";
import type { Order } from "./script.js";
import { write } from "./script.js";
import { holdsUp, isSilent, maxResponseBytes } from "./single-faults.js";
import type { Opened, Subject } from "./subjects.js";

/** What a client does while something goes wrong. */
export type Deed = "card" | "send" | "stream" | "get" | "subscribe" | "run" | "wait";

/** What it does it with. */
export interface Doing {
  readonly subject: Subject;
  readonly served: Opened;
  readonly lane: Lane;
  readonly plan: readonly Planned[];
  readonly order: Order;
  /** What a stream shows is only right at its end. */
  readonly isMendedAtEnd: boolean;
}

/** How long a client waits in vain. */
export interface Patience {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
}

// Short where only waiting tells that something is wrong, so that a client is through within the time of a test; there are attempts enough for a busy
// machine, which may pass for a broken connection then. Long elsewhere.
const short: Patience = { timeoutMs: 10_000, idleTimeoutMs: 150 };
const long: Patience = { timeoutMs: 60_000, idleTimeoutMs: 60_000 };
const retry = { attempts: 20, firstDelayMs: 1, maxDelayMs: 4 };

// For a message that may be held up; any other call is to need no limit. Pieces of a byte take their time where much else is done.
const heldUpMs = 1000;
const heldUpInPiecesMs = 2000;

/** Does it, and judges what came of it. */
export async function perform(deed: Deed, doing: Doing): Promise<Verdict> {
  const { subject, lane, plan, order, served, isMendedAtEnd } = doing;
  const turns = [order.turn];
  const rules = { turns, isMendedAtEnd };
  const isHeldUp = plan.some(({ fault }) => holdsUp({ fault, kind: "SendMessage", isStream: false }));
  const isInPieces = plan.some(({ fault }) => fault.kind === "rechunk" || fault.kind === "slow");
  const options = isHeldUp ? { timeoutMs: isInPieces ? heldUpInPiecesMs : heldUpMs } : {};
  const id = await begin(deed, doing);
  const client = await connectOn(lane, subject, plan.some(({ fault }) => isSilent(fault)) ? short : long);
  switch (deed) {
    case "card":
      return client.card.name === served.name ? exact : "wrong: another card";
    case "send":
      return judgeTask(await client.send(write(order), options), turns);
    case "stream":
      return judgeStream(client.stream(write(order), options), rules);
    case "run":
      return judgeTask(await client.run(write(order), options), turns);
    case "get":
      return judgeTask(await client.getTask(id, { historyLength: 100 }), turns);
    case "subscribe":
      return judgeStream(client.subscribe(id), rules);
    case "wait":
      return judgeTask(await client.task(id).wait(), turns);
  }
}

/** Connects on a lane, with a patience that fits a test. */
export function connectOn({ url, fetch }: Pick<Lane, "url" | "fetch">, subject: Subject, patience: Patience = short): Promise<Client> {
  const { versions } = subject;
  const resend = !differs(subject, "acts twice");
  return connect(url, { fetch, maxResponseBytes, ...patience, retry: { ...retry, resend }, ...(versions && { versions }) });
}

/** Has a task begun by a client that nothing goes wrong with, for a deed that needs one, and returns its id. */
async function begin(deed: Deed, { subject, served, order }: Doing): Promise<string> {
  if (deed !== "get" && deed !== "subscribe" && deed !== "wait") return "";
  const client = await connectOn(served, subject, long);
  let id: string | undefined;
  for await (const event of client.stream(write(order))) {
    id ??= idOf(event);
    if (deed !== "get") break;
  }
  if (id === undefined) throw new TypeError("the task did not begin");
  return id;
}

function idOf({ task, statusUpdate, artifactUpdate }: StreamResponse): string | undefined {
  return task?.id ?? statusUpdate?.taskId ?? artifactUpdate?.taskId;
}
