import type { Message, StreamResponse, Task } from "@a2a/core";
import { generationOf, isA2AError, LocalError } from "@a2a/core/internal";
import { isCut, isPutOff, pause, pauseAfter } from "../http/retry.js";
import type { Frame } from "../transport/transport.js";
import { checked, leftOut } from "./put-right.js";
import { readUntilOver } from "./read-until-over.js";
import type { Road } from "./road.js";
import { positionOf, Tracker } from "./tracker.js";

/** What is followed. */
export interface Start {
  /** Id of the task, where it is known before the first event. */
  readonly taskId?: string | undefined;
  /** The message that the stream answers. */
  readonly message?: SentMessage;
  /** The message is streamed where the agent streams; where not said, it is sent and answered at once. */
  readonly isStreamed?: boolean;
  /**
   * `answer`: until the agent has answered at all.
   * `reply`: until the task is over or waits for input; where it waits for credentials, which may come by another way, as long as the agent streams.
   * `turn`: until it is over or waits for whatever. `end`: until it is over, or the agent's stream ends where it waits.
   */
  readonly until: "answer" | "reply" | "turn" | "end";
}

/** A message, and how it is brought to the agent. */
export interface SentMessage {
  readonly messageId: string;
  /** Sends it, and streams what it causes. */
  stream(): AsyncGenerator<Frame, void>;
  /** Sends it to an agent that does not stream. */
  send(): Promise<Task | Message>;
  /** The task that it has arrived in, if that can be found out. */
  findTask(): Promise<Task | undefined>;
}

/**
 * Follows a task by whatever the agent offers, and shows everything once: its stream; after a cut the rest of it, by the number of the last event, or
 * else what the task as it is then has more; and where the agent does not stream, what it has more each time it is asked; who
 * is asked in a version with generations waits until there is more.
 *
 * @returns what the caller has been told, folded
 * @throws A2AError what the agent answers; LocalError `NETWORK` after as many cuts in a row as the policy allows, `BAD_RESPONSE`; the limit's reason
 */
export async function* follow(road: Road, start: Start): AsyncGenerator<StreamResponse, Task | Message> {
  const tracker = trackerOf(start);
  let next: Way | undefined = beginOf(road, start);
  let failed = 0;
  try {
    while (next) {
      const way: Way = next;
      let cut: unknown;
      let isFruitless = way.kind === "subscribe";
      try {
        for await (const events of way.open(tracker)) {
          if (events.length > 0) {
            failed = 0;
            isFruitless = false;
          }
          yield* events;
        }
        next = way.after?.();
        if (next && !isOver(tracker, start)) continue;
        if (way.isWhole || tracker.state !== "running" || (tracker.isEnd && start.until !== "turn")) break;
        // An agent whose stream ends without a word may have more to say to who asks.
        next = isFruitless && tracker.task ? polling(road, start, tracker.task.id) : undefined;
        if (next) continue;
        cut = new LocalError("NETWORK", "the stream was cut before the task was over or waited for input");
      } catch (error) {
        // An agent that shuts down may send its readers away in the middle: they are to come again.
        const isOff = isCut(error) || (tracker.isHeard && isPutOff(error));
        if (isOff && isDone(tracker, road, start)) break;
        next = detourOf(error, way, { road, start, tracker });
        if (next) continue;
        if (!isOff) throw error;
        cut = error;
      }
      failed += 1;
      await pauseAfter(cut, failed, road.retry, road.limit);
      next = await wayBack(cut, { road, start, tracker });
    }
  } finally {
    road.stop();
  }
  return outcomeOf(tracker);
}

function trackerOf({ taskId, message }: Start): Tracker {
  if (taskId === undefined) return new Tracker({ isNew: message !== undefined });
  return new Tracker(message ? { sent: message.messageId } : { id: taskId });
}

/** One way to hear of the task. */
interface Way {
  readonly kind: "send" | "subscribe" | "poll";
  /** The task that it is about, where it is known before. */
  readonly id?: string;
  /** It ends only where the task does, or leads on. */
  readonly isWhole?: boolean;
  /** The way on from its end. */
  after?(): Way | undefined;
  /** What is new, piece by piece. */
  open(tracker: Tracker): AsyncGenerator<readonly StreamResponse[], void>;
}

/** Where the way stands. */
interface Place {
  readonly road: Road;
  readonly start: Start;
  readonly tracker: Tracker;
}

function beginOf(road: Road, start: Start): Way {
  const { message, taskId } = start;
  if (message) return start.isStreamed && road.subscribe ? sending(road, start, message) : sendingUnstreamed(road, start, message);
  if (taskId === undefined) throw new TypeError("there is nothing to follow");
  return following(road, start, { id: taskId, isBack: false });
}

/** @param place.isBack the reader has been shown a part of the task, or its message is on the way there */
function following(road: Road, start: Start, place: { readonly id: string; readonly isBack: boolean }): Way {
  return road.subscribe ? subscribing(road, start, { ...place, open: road.subscribe }) : polling(road, start, place.id);
}

/** How to go on after a cut. @throws the cut, where a message may not be sent again */
async function wayBack(cut: unknown, { road, start, tracker }: Place): Promise<Way> {
  const { message, taskId } = start;
  if (message && !tracker.isHeard) {
    const arrived = await message.findTask();
    if (!arrived && !road.retry.resend) throw cut;
    return arrived ? following(road, start, { id: arrived.id, isBack: true }) : beginOf(road, start);
  }
  const id = tracker.task?.id ?? taskId;
  if (id === undefined) throw cut;
  return following(road, start, { id, isBack: tracker.task !== undefined });
}

/** Another way where the agent does not offer this one. */
function detourOf(error: unknown, way: Way, { road, start, tracker }: Place): Way | undefined {
  if (way.kind === "poll") return undefined;
  const id = way.id ?? tracker.task?.id;
  if (error === noBeginning && id !== undefined) return polling(road, start, id);
  if (!isA2AError(error)) return undefined;
  const isWithoutStreams = error.code === "UnsupportedOperationError" || error.code === "StreamingNotSupportedError";
  if (way.kind === "send") {
    // Of a message to a task, the first of the two may as well say that the task takes none.
    const isRefused = isWithoutStreams && (start.taskId === undefined || error.code === "StreamingNotSupportedError");
    return isRefused && start.message && !way.isWhole ? sendingUnstreamed(road, start, start.message) : undefined;
  }
  // A task that is over has no stream any more, in some versions; and some agents have none for one that goes on.
  const isWorthAsking = isWithoutStreams || error.code === "MethodNotFoundError" || error.code === "TaskNotFoundError";
  return isWorthAsking && id !== undefined ? polling(road, start, id) : undefined;
}

function sending(road: Road, start: Start, message: SentMessage): Way {
  return {
    kind: "send",
    async *open(tracker) {
      const over = { isOver: () => isOver(tracker, start), endsItself: () => true, leave: road.leave };
      tracker.open();
      for await (const frame of readUntilOver(message.stream(), over)) {
        yield* taken(frame, { road, start, tracker });
      }
    },
  };
}

/** A message that is answered at once. The task that it causes may go on. */
function sendingUnstreamed(road: Road, start: Start, message: SentMessage): Way {
  let id: string | undefined;
  return {
    kind: "send",
    isWhole: true,
    async *open(tracker) {
      const answer = await message.send();
      if ("status" in answer) ({ id } = answer);
      yield tracker.hear(answer);
    },
    after: () => (id === undefined ? undefined : following(road, start, { id, isBack: true })),
  };
}

// Thrown where a stream begins in the middle: what was missed cannot be told from it.
const noBeginning = new LocalError("BAD_RESPONSE", "the stream does not begin with the task");

function subscribing(
  road: Road,
  start: Start,
  { id, isBack, open: subscribe }: { readonly id: string; readonly isBack: boolean; readonly open: NonNullable<Road["subscribe"]> },
): Way {
  return {
    kind: "subscribe",
    id,
    async *open(tracker) {
      const { task: known, position, isComplete } = tracker;
      const isNumbered = isBack && position !== undefined;
      // A stream that does not begin with the task would leave out what came before it.
      if (isBack && !isNumbered && !road.rules.streamsBeginWithTask) throw noBeginning;
      const over = {
        isOver: () => isOver(tracker, start),
        // A subscription of the newest version goes on where the task waits.
        endsItself: () => tracker.state === "over" || road.rules.streamsEndWithTurn,
        leave: road.leave,
      };
      const frames = subscribe(id, { ...(known && { known }), ...(isNumbered && { lastEventId: String(position) }) });
      let isFirst = isBack;
      tracker.open();
      for await (const frame of readUntilOver(frames, over)) {
        const snapshot = isFirst ? frame.events.find((event) => event.task)?.task : undefined;
        if (snapshot) yield tracker.meet(snapshot, positionOf(frame.id));
        else if (isFirst && !goesOn(frame, position, isComplete)) throw noBeginning;
        else yield* taken(frame, { road, start, tracker });
        isFirst = false;
      }
    },
  };
}

/** Whether a frame is of the part of the stream that comes after what the reader has. */
function goesOn({ id }: Frame, position: number | undefined, isComplete: boolean): boolean {
  const now = positionOf(id);
  return position !== undefined && now !== undefined && (isComplete ? now === position + 1 : now > position);
}

// Between two questions after a task; the pauses begin as those of retries do, and begin anew when the task has changed.
const longestPollMs = 5000;

function polling(road: Road, start: Start, id: string): Way {
  return {
    kind: "poll",
    id,
    isWhole: true,
    async *open(tracker) {
      let delayMs = road.retry.firstDelayMs;
      let known: number | undefined;
      for (;;) {
        const task = await road.get(id, known);
        const missed = tracker.meet(task);
        if (missed.length > 0) delayMs = road.retry.firstDelayMs;
        yield missed;
        if (isDone(tracker, road, start)) return;
        const before = known;
        known = generationOf(task);
        // The agent waits with us, if it does: one that answers the same at once is not asked at once.
        if (known !== before) continue;
        await pause(delayMs, road.limit);
        delayMs = Math.max(1, Math.min(delayMs * 1.5, longestPollMs));
      }
    },
  };
}

/** What is new of a frame. Where the agent does not number its events, its last word is held back until the task itself has been asked what there was. */
async function* taken(frame: Frame, { road, start, tracker }: Place): AsyncGenerator<readonly StreamResponse[], void> {
  yield* leftOut(road, tracker, frame);
  const events = tracker.take(frame);
  const last = events.at(-1);
  if (!last?.statusUpdate || tracker.isComplete || !isOver(tracker, start)) {
    yield events;
    return;
  }
  yield events.slice(0, -1);
  yield* checked(road, tracker);
  yield [last];
}

/** Whether everything has been said that the caller waits for. */
function isOver({ state, task }: Tracker, { until }: Start): boolean {
  if (until === "answer" || state !== "waiting") return state === "over" || (until === "answer" && task !== undefined);
  return until === "turn" || (until === "reply" && task?.status.state === "TASK_STATE_INPUT_REQUIRED");
}

/** The same where there is no stream to listen to any more: a task that waits for its client says no more then. */
function isDone(tracker: Tracker, { rules }: Road, start: Start): boolean {
  return isOver(tracker, start) || (tracker.state === "waiting" && (start.until !== "end" || rules.streamsEndWithTurn));
}

function outcomeOf({ reply, task }: Tracker): Task | Message {
  const outcome = reply ?? task;
  if (!outcome) throw new LocalError("NETWORK", "the stream ended before it began");
  return outcome;
}
