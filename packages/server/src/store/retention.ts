import { given } from "../given.js";

/** How long and how many tasks a durable store keeps; what is not said is kept. What a task has, its log and its webhooks, goes with it. */
export interface RetentionOptions {
  /** How long a task is kept after it finished. */
  readonly maxFinishedAgeMs?: number;
  /** How long a task is kept that waits for its client, and that no agent works on meanwhile. */
  readonly maxWaitingAgeMs?: number;
  /** Finished tasks that are kept in all, the newest. */
  readonly maxFinishedTasks?: number;
  /** Finished tasks that are kept of one context, the newest. */
  readonly maxFinishedPerContext?: number;
}

/**
 * Checks how long tasks are kept.
 *
 * @throws TypeError for a limit that keeps nothing
 */
export function completeRetention(options: RetentionOptions = {}): RetentionOptions {
  const set: RetentionOptions = given(options);
  for (const [name, value] of Object.entries(set)) {
    // With none kept, a blocking sender would not find the task that it waited for.
    if (!(value >= 1)) throw new TypeError(`retention.${name} must be a number of at least 1: ${value}`);
  }
  return set;
}
