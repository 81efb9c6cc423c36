import type { SendMessageRequest } from "@a2a/core";
import type { TaskKey } from "../store/store.js";
import type { Sent } from "../task/task-runtime.js";

interface Recent {
  readonly params: SendMessageRequest;
  readonly at: number;
  readonly sent: Promise<Sent>;
}

/** What became of the messages of the last minutes, so that one that is sent again is not taken for another. */
export interface RecentMessages {
  /** What became of the same params from the same caller, unless they are new. */
  find(key: Caller, params: SendMessageRequest): Promise<Sent> | undefined;
  /** Remembers what becomes of a message; what is refused is forgotten. */
  keep(key: Caller, params: SendMessageRequest, sent: Promise<Sent>): void;
  /** Forgets a message whose task is gone, unless it was sent anew meanwhile. @param sent what was found of it */
  forget(key: Caller, params: SendMessageRequest, sent: Promise<Sent>): void;
}

type Caller = Pick<TaskKey, "tenant" | "owner">;

// Bounds what a burst of messages may hold.
const maxRemembered = 10_000;

/** @param windowMs how long a message is remembered; 0: not at all */
export function createRecentMessages(windowMs: number, now: () => number): RecentMessages {
  // In the order in which they came.
  const recent = new Map<string, Recent>();

  function forgetOld(time: number): void {
    for (const [name, { at }] of recent) {
      if (time - at <= windowMs && recent.size < maxRemembered) return;
      recent.delete(name);
    }
  }

  return {
    find(key, params) {
      const known = recent.get(nameOf(key, params));
      if (!known || now() - known.at > windowMs) return undefined;
      return isSame(known.params, params) ? known.sent : undefined;
    },
    keep(key, params, sent) {
      if (windowMs === 0) return;
      const at = now();
      forgetOld(at);
      const name = nameOf(key, params);
      const entry: Recent = { params, at, sent: sent.then(withoutSnapshot) };
      recent.delete(name);
      recent.set(name, entry);
      entry.sent.catch(() => {
        if (recent.get(name) === entry) recent.delete(name);
      });
    },
    forget(key, params, sent) {
      const name = nameOf(key, params);
      if (recent.get(name)?.sent === sent) recent.delete(name);
    },
  };
}

function nameOf({ tenant, owner }: Caller, { message }: SendMessageRequest): string {
  return JSON.stringify([tenant, owner, message.messageId]);
}

/** Whether two JSON values say the same; the order of an object's members says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [own, others] = [new Map(Object.entries(one)), Object.entries(other)];
  return own.size === others.length && others.every(([name, value]) => isSame(own.get(name), value));
}

/** The task as it was then is of no use later, and may be large. */
function withoutSnapshot(sent: Sent): Sent {
  if (sent.kind === "reply") return sent;
  const { task: _, ...rest } = sent;
  return rest;
}
