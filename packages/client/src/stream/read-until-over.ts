import type { Frame } from "../transport/transport.js";

/** When a stream is over for its reader. */
export interface Over {
  isOver(): boolean;
  /** Whether the agent ends it there: leaving it sooner would cost the connection. */
  endsItself(): boolean;
  /** Breaks it off. */
  leave(): void;
}

// Time for an agent to end its stream after the last word.
const graceMs = 1000;

/** Passes frames on. When it is over the stream's end is waited for, where there is one to come, not long: then it is left. */
export async function* readUntilOver(
  frames: AsyncGenerator<Frame, void>,
  { isOver, endsItself, leave }: Over,
): AsyncGenerator<Frame, void> {
  try {
    for (;;) {
      if (isOver() && !endsItself()) return leave();
      const next = await (isOver() ? endOf(frames, leave) : frames.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await frames.return();
  }
}

async function endOf(frames: AsyncGenerator<Frame, void>, leave: () => void): Promise<IteratorResult<Frame, void>> {
  let hasLeft = false;
  const timer = setTimeout(() => {
    hasLeft = true;
    leave();
  }, graceMs);
  try {
    return await frames.next();
  } catch (error) {
    if (!hasLeft) throw error;
    return { done: true, value: undefined };
  } finally {
    clearTimeout(timer);
  }
}
