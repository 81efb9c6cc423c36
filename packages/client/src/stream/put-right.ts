import type { StreamResponse } from "@a2a/core";
import { generationOf, isA2AError } from "@a2a/core/internal";
import { isCut, pause } from "../http/retry.js";
import type { Frame } from "../transport/transport.js";
import type { Road } from "./road.js";
import type { Tracker } from "./tracker.js";
import { positionOf } from "./tracker.js";

/** What a stream has left out before a frame, where its version says generations: the task itself is asked. */
export async function* leftOut(road: Road, tracker: Tracker, { id }: Frame): AsyncGenerator<readonly StreamResponse[], void> {
  const { task, position } = tracker;
  if (!task || position === undefined || !road.rules.saysGenerations || (positionOf(id) ?? 0) <= position + 1) return;
  const now = await road.get(task.id);
  yield tracker.meet(now, generationOf(now));
}

// Agents may tell of the end of a task before they show it.
const checks = 3;

/**
 * Puts right what a stream got wrong: chunks that came twice, or never. An agent that does not show the task, or shows an older one, says nothing; an
 * answer that cannot be read may have been spoiled on its way, and is asked for once more.
 */
export async function* checked(road: Road, tracker: Tracker): AsyncGenerator<readonly StreamResponse[], void> {
  const { task } = tracker;
  let isSpoiled = false;
  for (let left = task ? checks : 0; task && left > 0; left -= 1) {
    let failure: unknown;
    const now = await road.get(task.id).catch((error) => {
      if (road.limit.aborted) throw error;
      failure = error;
    });
    if (now?.status.state === task.status.state) {
      yield tracker.meet(now);
      return;
    }
    if (now) await pause(road.retry.firstDelayMs, road.limit);
    else if (isSpoiled || isA2AError(failure) || isCut(failure)) return;
    else isSpoiled = true;
  }
}
