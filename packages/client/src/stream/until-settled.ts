import type { StreamResponse, TaskState } from "@a2a/core";
import { isInterrupted, isTerminal, LocalError } from "@a2a/core";

/** How a stream ends. */
export interface SettleOptions {
  /** The stream is of a message: it is over as well where the agent waits for input. */
  readonly isOfMessage: boolean;
  /** Breaks the stream off. */
  leave(): void;
}

// Time for an agent to close its stream after the last word; leaving it sooner would cost the connection.
const graceMs = 1000;

/**
 * Passes a stream's events on until the task is over, and tells a stream that ended from one that was cut.
 *
 * @throws LocalError `NETWORK` where it was cut
 */
export async function* untilSettled(
  events: AsyncGenerator<StreamResponse, boolean>,
  { isOfMessage, leave }: SettleOptions,
): AsyncGenerator<StreamResponse, void> {
  let isSettled = false;
  let isOver = false;
  let next = await events.next();
  try {
    for (; !next.done; next = await (isOver ? endOf(events, leave) : events.next())) {
      const { task, statusUpdate, message } = next.value;
      const state = task?.status.state ?? statusUpdate?.status.state;
      isSettled = message !== undefined || (state ? isTerminal(state) || isInterrupted(state) : isSettled);
      // A task that waits is how a stream may begin: as it was before the message.
      isOver = message !== undefined || (state ? ends(state, isOfMessage && task === undefined) : isOver);
      yield next.value;
    }
  } finally {
    await events.return(false);
  }
  if (!isSettled && !next.value) throw new LocalError("NETWORK", "the stream was cut before the task was over or waited for input");
}

function ends(state: TaskState, isAnswer: boolean): boolean {
  return isTerminal(state) || (isAnswer && state === "TASK_STATE_INPUT_REQUIRED");
}

/** Waits for the end that has to come now; where it does not, leaves. */
async function endOf(events: AsyncGenerator<StreamResponse, boolean>, leave: () => void): Promise<IteratorResult<StreamResponse, boolean>> {
  let hasLeft = false;
  const timer = setTimeout(() => {
    hasLeft = true;
    leave();
  }, graceMs);
  try {
    return await events.next();
  } catch (error) {
    if (!hasLeft) throw error;
    return { done: true, value: true };
  } finally {
    clearTimeout(timer);
  }
}
