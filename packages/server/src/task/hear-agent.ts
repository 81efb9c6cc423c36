import type { Yield } from "../agent/agent.js";
import type { MaybePromise } from "../maybe-promise.js";
import { isPromise } from "../maybe-promise.js";
import { createGiveWay } from "./give-way.js";

/** Who is told what an agent does in a turn. */
export interface Listener {
  /** A yield; false where nobody wants to hear more. */
  hear(value: Yield): MaybePromise<boolean>;
  /** The agent has nothing more to say. */
  finish(): MaybePromise<unknown>;
  /** The agent failed, or what it said could not be heard. */
  fail(error: unknown): Promise<void>;
  /** The turn is over. */
  end(): void;
}

/** Hears an agent out. The turn is over for everyone before the agent is let go to clean up; what it throws then concerns nobody. */
export async function hearAgent(start: () => AsyncIterable<Yield>, listener: Listener): Promise<void> {
  const giveWay = createGiveWay();
  let values: AsyncIterator<Yield> | undefined;
  let isDone = false;
  try {
    values = start()[Symbol.asyncIterator]();
    for (;;) {
      const next = await values.next();
      isDone = next.done === true;
      if (next.done) break;
      const hearing = listener.hear(next.value);
      if (!(isPromise(hearing) ? await hearing : hearing)) break;
      const pause = giveWay();
      if (pause) await pause;
    }
    await listener.finish();
  } catch (error) {
    await listener.fail(error);
  }
  listener.end();
  if (isDone) return;
  try {
    await values?.return?.();
  } catch {
    // As above: an iterator that is none of the language's may throw at once.
  }
}
