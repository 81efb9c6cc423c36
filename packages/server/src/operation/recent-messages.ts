import type { SendMessageRequest } from "@a2a/core";
import type { Link } from "../recency.js";
import { Recency } from "../recency.js";
import type { TaskKey } from "../store/store.js";
import { nameOfKey } from "../store/store.js";
import type { Sent } from "../task/task-runtime.js";

interface Recent {
  readonly name: string;
  readonly params: SendMessageRequest;
  readonly at: number;
  /** What is promised, then what it is. */
  sent: Promise<Sent> | Sent;
}

/** What became of the messages of the last minutes, so that one that is sent again is not taken for another. */
export interface RecentMessages {
  /** What became of the same params from the same caller, unless they are new. */
  find(key: Caller, params: SendMessageRequest): Promise<Sent> | Sent | undefined;
  /** Remembers what becomes of a message; what is refused is forgotten. */
  keep(key: Caller, params: SendMessageRequest, sent: Promise<Sent>): void;
  /** Forgets a message whose task is gone, unless it was sent anew meanwhile. @param sent what was found of it */
  forget(key: Caller, params: SendMessageRequest, sent: Promise<Sent> | Sent): void;
}

type Caller = Pick<TaskKey, "tenant" | "owner">;

// Bounds what a burst of messages may hold.
const maxRemembered = 10_000;

/** @param windowMs how long a message is remembered; 0: not at all */
export function createRecentMessages(windowMs: number, now: () => number): RecentMessages {
  const recent = new Map<string, Link<Recent>>();
  const inOrder = new Recency<Recent>();

  function drop(name: string): void {
    const link = recent.get(name);
    if (!link) return;
    recent.delete(name);
    inOrder.remove(link);
  }

  return {
    find(key, params) {
      const known = recent.get(nameOfMessage(key, params))?.value;
      if (!known || now() - known.at > windowMs) return undefined;
      return isSame(known.params, params) ? known.sent : undefined;
    },
    keep(key, params, sent) {
      if (windowMs === 0) return;
      const at = now();
      for (let { oldest } = inOrder; oldest && (at - oldest.value.at > windowMs || recent.size >= maxRemembered); { oldest } = inOrder) {
        drop(oldest.value.name);
      }
      const name = nameOfMessage(key, params);
      drop(name);
      const entry: Recent = { name, params, at, sent };
      recent.set(name, inOrder.add(entry));
      sent.then(
        (value) => {
          entry.sent = withoutSnapshot(value);
        },
        () => {
          if (recent.get(name)?.value === entry) drop(name);
        },
      );
    },
    forget(key, params, sent) {
      const name = nameOfMessage(key, params);
      if (recent.get(name)?.value.sent === sent) drop(name);
    },
  };
}

function nameOfMessage({ tenant, owner }: Caller, { message }: SendMessageRequest): string {
  return nameOfKey({ tenant, owner, id: message.messageId });
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
