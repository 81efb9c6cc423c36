import { setImmediate as turn } from "node:timers/promises";
import type { Ending, Fault, Garbage } from "./fault.js";
import { isEventStream } from "./lane.js";
import { between, createRandom } from "./random.js";

/** An answer on its way to the client. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Buffer>;
}

/** What a client gets of an answer: how it ends is told by the generator of its body. */
export interface Spoiled {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncGenerator<Buffer, Ending>;
}

/** Instead of an answer. */
export interface NoAnswer {
  readonly ending: Ending;
  /** So many bytes of the answer's head come before. */
  readonly headBytes: number;
}

/** Gets an answer and spoils it by the fault. */
export async function spoil(fault: Fault | undefined, ask: () => Promise<Answer>): Promise<Spoiled | NoAnswer> {
  switch (fault?.kind) {
    case "refuse":
      // Where no fetch of the lane's own could refuse, the connection is accepted and reset.
      return { ending: "reset", headBytes: 0 };
    case "silence":
      if (fault.isHeard) discard(await ask());
      return { ending: fault.ending, headBytes: 0 };
    case "status": {
      if (fault.isHeard) discard(await ask());
      const { status, headers, body } = fault;
      return { status, headers, body: whole([Buffer.from(body)]) };
    }
    case "cut-head":
      discard(await ask());
      return { ending: "reset", headBytes: fault.after };
    case "twice": {
      const [first, second] = [await ask(), await ask()];
      const [shown, hidden] = fault.answer === "first" ? [first, second] : [second, first];
      discard(hidden);
      return { ...shown, body: whole(shown.body) };
    }
    case "content-type": {
      const answer = await ask();
      return { ...answer, headers: { ...answer.headers, "content-type": fault.value }, body: whole(answer.body) };
    }
    default: {
      const answer = await ask();
      return { ...answer, body: spoilBody(fault, answer) };
    }
  }
}

/** Reads what nobody wants, so that the agent is not held up. */
function discard({ body }: Answer): void {
  void (async () => {
    for await (const _ of body);
  })().catch(() => undefined);
}

function spoilBody(fault: BodyFault | undefined, { headers, body }: Answer): AsyncGenerator<Buffer, Ending> {
  const isStream = isEventStream(headers);
  switch (fault?.kind) {
    case undefined:
      return whole(body);
    case "cut":
      return cut(body, fault);
    case "never-ends":
      return whole(body, "stall");
    case "rechunk":
      return rechunk(body, fault);
    case "slow":
      return slow(body, fault.turns);
    case "repeat-frame":
      return whole(mapFrames(body, isStream, (frame, at) => (at === fault.at ? [frame, frame] : [frame])));
    case "garbage": {
      const spoiled = (frame: Buffer): Buffer => garbage(frame, fault.what, isStream);
      return whole(
        mapFrames(body, isStream, (frame, at) => {
          if (at !== fault.at) return [frame];
          return isStream ? [spoiled(frame), frame] : [spoiled(frame)];
        }),
      );
    }
  }
}

type BodyFault = Extract<Fault, { kind: "cut" | "never-ends" | "rechunk" | "slow" | "repeat-frame" | "garbage" }>;

async function* whole(body: AsyncIterable<Buffer> | Iterable<Buffer>, ending: Ending = "end"): AsyncGenerator<Buffer, Ending> {
  yield* body;
  return ending;
}

async function* cut(
  body: AsyncIterable<Buffer>,
  { after, ending }: { readonly after: number; readonly ending: Ending },
): AsyncGenerator<Buffer, Ending> {
  let left = after;
  // Also where nothing is to come through the agent's answer is begun with, so that it is left.
  for await (const chunk of body) {
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return ending;
  }
  return "end";
}

async function* rechunk(
  body: AsyncIterable<Buffer>,
  { seed, longest }: { readonly seed: number; readonly longest: number },
): AsyncGenerator<Buffer, Ending> {
  const random = createRandom(seed);
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; ) {
      const to = at + between(random, 1, longest);
      yield chunk.subarray(at, to);
      // The pieces are to arrive as pieces.
      await turn();
      at = to;
    }
  }
  return "end";
}

async function* slow(body: AsyncIterable<Buffer>, turns: number): AsyncGenerator<Buffer, Ending> {
  for await (const chunk of body) {
    for (let passed = 0; passed < turns; passed += 1) await turn();
    yield chunk;
  }
  return "end";
}

/** The frames of a stream, blank line included, each as soon as it is whole; of any other body the whole of it. */
async function* mapFrames(
  body: AsyncIterable<Buffer>,
  isStream: boolean,
  map: (frame: Buffer, at: number) => readonly Buffer[],
): AsyncGenerator<Buffer, void> {
  let held: Buffer = Buffer.alloc(0);
  let count = 0;
  for await (const chunk of body) {
    held = Buffer.concat([held, chunk]);
    for (let end = isStream ? held.indexOf("\n\n") : -1; end >= 0; end = held.indexOf("\n\n")) {
      const frame = held.subarray(0, end + 2);
      held = held.subarray(end + 2);
      // Comments and the like are not counted: they are no events.
      if (!isEvent(frame)) yield frame;
      else {
        yield* map(frame, count);
        count += 1;
      }
    }
  }
  if (held.length > 0) yield* isStream ? [held] : map(held, 0);
}

function isEvent(frame: Buffer): boolean {
  return /^data:/m.test(frame.toString("latin1"));
}

function garbage(frame: Buffer, what: Garbage, isStream: boolean): Buffer {
  const framed = (data: string): Buffer => Buffer.from(isStream ? `data: ${data}\n\n` : data);
  if (typeof what === "object") return framed(JSON.stringify({ padding: "x".repeat(what.oversizeBytes) }));
  switch (what) {
    case "bytes":
      return Buffer.concat([Buffer.from(isStream ? "data: " : ""), Buffer.from([0xff, 0x00, 0x7b, 0xc3]), Buffer.from("\n\n")]);
    case "other-json":
      return framed('{"hello":"world"}');
    case "other-id":
      return framed(JSON.stringify({ ...JSON.parse(dataOf(frame, isStream)), id: "of somebody else" }));
  }
}

function dataOf(frame: Buffer, isStream: boolean): string {
  const text = frame.toString("utf8");
  return isStream ? (/^data: ?(.*)$/m.exec(text)?.[1] ?? "") : text;
}
