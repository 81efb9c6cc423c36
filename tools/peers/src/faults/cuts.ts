import type { SendOptions } from "@a2a/client";
import type { Task } from "@a2a/core";
import { connectOn } from "./deeds.js";
import { differs } from "./differences.js";
import type { Ending, Planned } from "./fault.js";
import { openFaultyFetch } from "./faulty-fetch.js";
import type { Verdict } from "./judge.js";
import { exact, fold, isError, judge, judgeStream } from "./judge.js";
import type { Order, Turn } from "./script.js";
import { write } from "./script.js";
import type { Opened, Subject } from "./subjects.js";

/** A stream that is cut, once in each of its places. */
export interface Cuts {
  readonly subject: Subject;
  readonly served: Opened;
  /** Which stream is cut: of a task in one turn, of one that asks, of the answer to its question. */
  readonly turn: Turn;
  /** Every how many bytes. */
  readonly step: number;
  /** How it is cut, by turns. */
  readonly endings: readonly Ending[];
}

/** What came of it: every place that is not as it has to be. */
export interface CutsReport {
  readonly places: number;
  readonly wrong: readonly string[];
}

// Nobody waits here but for what comes, however busy the machine is.
const hours = { idleTimeoutMs: 3_600_000, timeoutMs: 3_600_000 };

// So many streams at a time: enough that waiting costs nothing, few enough that none of them waits for the others.
const width = 8;

/** Cuts the stream everywhere, and tells where the client did not get through. */
export async function cutEverywhere(cuts: Cuts): Promise<CutsReport> {
  const { bytes, firstEvent } = await record(cuts);
  const places = Array.from({ length: Math.ceil((bytes + 1) / cuts.step) }, (_, at) => at * cuts.step);
  const wrong: string[] = [];
  const left = [...places];
  const workers = Array.from({ length: width }, async () => {
    for (let place = left.shift(); place !== undefined; place = left.shift()) {
      const ending = cuts.endings[place % cuts.endings.length] ?? "close";
      const verdict = await cutAt(cuts, place, ending);
      // Where the agent takes a message that comes again for another one, an error is right as long as the client does not know the task.
      const mayFail = differs(cuts.subject, "acts twice") && place < firstEvent;
      if (verdict !== exact && !(mayFail && isError(verdict))) wrong.push(`${ending} after ${place} of ${bytes} bytes: ${verdict}`);
    }
  });
  await Promise.all(workers);
  return { places: places.length, wrong };
}

/** The length of the whole stream and of its first event, blank line included. */
async function record(cuts: Cuts): Promise<{ readonly bytes: number; readonly firstEvent: number }> {
  const { subject, served, turn } = cuts;
  let recorded = Buffer.alloc(0);
  const order = orderOf(turn, 0, "end of none");
  const { options } = await begin(order, cuts);
  const client = await connectOn(
    {
      url: served.url,
      async fetch(request) {
        const response = await served.fetch(request);
        if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
        recorded = Buffer.from(await response.arrayBuffer());
        return new Response(recorded, response);
      },
    },
    subject,
  );
  for await (const _ of client.stream(write(order), options)) void _;
  return { bytes: recorded.length, firstEvent: recorded.indexOf("\n\n") + 2 };
}

async function cutAt(cuts: Cuts, place: number, ending: Ending): Promise<Verdict> {
  const { subject, served, turn } = cuts;
  const order = orderOf(turn, place, ending);
  const plan: readonly Planned[] = [{ nth: 1, of: "SendStreamingMessage", fault: { kind: "cut", after: place, ending } }];
  const lane = openFaultyFetch(served.url, served.fetch, plan);
  const turns: readonly Turn[] = turn === "rest" ? ["asks", "rest"] : [turn];
  const { options, known } = await begin(order, cuts);
  const client = await connectOn(lane, subject, ending === "stall" ? undefined : hours);
  const rules = { turns, isMendedAtEnd: differs(subject, "does not number"), ...(known && { known }) };
  const verdict = await judge(judgeStream(client.stream(write(order), options), rules), lane);
  const runs = served.script.runsOf(order);
  return runs !== 1 && !differs(subject, "acts twice") ? `wrong: the agent ran ${runs} times, ${verdict}` : verdict;
}

// The pause is another at every place, so that the cut finds the agent in every state.
function orderOf(turn: Turn, place: number, way: string): Order {
  return { token: `${turn} ${place} ${way}`, turn, pause: place % 4 };
}

/** The task that the second turn goes on with, as a client knows it that nothing went wrong with. */
async function begin(order: Order, { subject, served }: Cuts): Promise<{ readonly options: SendOptions; readonly known?: Task }> {
  if (order.turn !== "rest") return { options: {} };
  const client = await connectOn(served, subject, hours);
  let known: Task | undefined;
  for await (const event of client.stream(write({ ...order, turn: "asks" }))) known = fold(known, event);
  if (!known) throw new TypeError("the task did not begin");
  return { options: { taskId: known.id }, known };
}
