import type { StreamResponse } from "@a2a/core";
import type { CheckedJwt } from "./check-jwt.js";
import { hexDigest } from "./digest.js";
import type { PushContent } from "./push.js";

/** Remembers which notifications were handed on; several receivers of one webhook share one. */
export interface ReplayStore {
  /** Whether a key is remembered. */
  has(key: string): boolean | Promise<boolean>;
  /** Remembers a key, a text of 64 characters, until that time in milliseconds since 1970. */
  add(key: string, untilMs: number): void | Promise<void>;
}

/** How notifications that come again are recognised. Two that are equal and may both be meant, such as chunks of an artifact, need an id or a JWT. */
export interface ReplayOptions {
  /** How long a notification is remembered, at least as long as its JWT would be taken; default 600 000, 0 for not at all. */
  readonly windowMs?: number;
  /** Default: the memory of this process, for the newest 10 000 notifications. */
  readonly store?: ReplayStore;
  /** Headers in which senders give a notification an id; default `webhook-id`, `idempotency-key`, `ce-id`. */
  readonly idHeaders?: readonly string[];
}

/** The options with every default in its place. */
export interface ReplaySettings extends Required<ReplayOptions> {}

/**
 * Checks and completes options.
 *
 * @throws TypeError
 */
export function completeReplayOptions(options: ReplayOptions, maxAgeMs: number): ReplaySettings {
  const { windowMs = 600_000, store = createMemoryReplayStore(), idHeaders = ["webhook-id", "idempotency-key", "ce-id"] } = options;
  if (!(windowMs >= 0)) throw new TypeError(`replay.windowMs must not be negative: ${windowMs}`);
  return { windowMs: windowMs === 0 ? 0 : Math.max(windowMs, maxAgeMs), store, idHeaders };
}

/** Makes a store in memory, which forgets the oldest first. */
export function createMemoryReplayStore(maxEntries = 10_000): { has(key: string): boolean; add(key: string, untilMs: number): void } {
  const untilByKey = new Map<string, number>();
  return {
    has: (key) => Date.now() < (untilByKey.get(key) ?? 0),
    add(key, untilMs) {
      // The last one that was put in is the last one to be forgotten.
      untilByKey.delete(key);
      untilByKey.set(key, untilMs);
      for (const [oldest, until] of untilByKey) {
        if (untilByKey.size <= maxEntries && Date.now() < until) break;
        untilByKey.delete(oldest);
      }
    },
  };
}

/** What a notification is recognised by. */
export interface Identified {
  readonly content: PushContent;
  readonly body: Uint8Array;
  readonly headers: Headers;
  readonly jwt: CheckedJwt | undefined;
}

/**
 * By what a notification is the same as another: a JWT that is for this body, the id that its sender gave it, or the body itself where that says
 * when it was. None of it where equal ones may be meant: two chunks of an artifact may be alike.
 */
export async function replayKeys({ content, body, headers, jwt }: Identified, { idHeaders }: ReplaySettings): Promise<readonly string[]> {
  const bodyHash = await hexDigest(body);
  const parts: unknown[][] = [];
  const { iss, jti } = jwt?.claims ?? {};
  // One that is for any body is sent with many, and says nothing of any.
  const isSigned = jwt?.bodyHash !== undefined;
  if (isSigned) parts.push(jti === undefined ? ["jwt", jwt.token, bodyHash] : ["jti", iss, jti, bodyHash]);
  const id = idHeaders.map((name) => headers.get(name)).find((value) => value !== null && value !== "");
  if (id !== undefined) parts.push(["id", content.taskId, id]);
  if (isUnique(content.event)) parts.push(["body", bodyHash]);
  return Promise.all(parts.map((each) => hexDigest(JSON.stringify(each))));
}

/** Whether an event says when it was or has an id, so that no other is its equal. */
function isUnique({ message, task, statusUpdate }: StreamResponse): boolean {
  return message !== undefined || (task ?? statusUpdate)?.status.timestamp !== undefined;
}
