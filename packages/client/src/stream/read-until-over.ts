import type { Frame } from "../transport/transport.js";

// Time for an agent to close its stream after the last word; leaving it sooner would cost the connection.
const graceMs = 1000;

/** Passes frames on. When it is over the stream's end is waited for, not long: then it is left. */
export async function* readUntilOver(
  frames: AsyncGenerator<Frame, void>,
  isOver: () => boolean,
  leave: () => void,
): AsyncGenerator<Frame, void> {
  try {
    for (;;) {
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
