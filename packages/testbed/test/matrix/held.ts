// All conversations, each held once, however often it is looked at.

import type { Mode } from "./caller.js";
import { Caller } from "./caller.js";
import { converse } from "./converse.js";
import { requests } from "./requests.js";
import type { Subject } from "./road.js";
import { nameOf } from "./road.js";
import { rows } from "./rows.js";
import type { Stage } from "./stage.js";
import { openStage, subjects } from "./stage.js";

/** A conversation by its row, and how messages are sent in it. */
export interface Named {
  readonly word: string;
  readonly mode: Mode;
}

/** All that are held with a subject. */
export function conversationsWith(subject: Subject): readonly Named[] {
  const commands = Object.entries(rows).flatMap(([word, { then }]) =>
    // Without a stream nobody hears of a task before it is over or waits.
    modes.filter((mode) => mode === "stream" || then?.when !== "working").map((mode) => ({ word, mode })),
  );
  const others = Object.entries(requests).filter(([, { isFor }]) => isFor?.(subject) ?? true);
  return [...commands, ...others.map(([word, { mode = "send" }]): Named => ({ word, mode: mode }))];
}

const modes: readonly Mode[] = ["send", "stream"];

/** Conversations under way and over. */
export interface Held {
  /** Everything that was said, once the conversation is over. */
  conversation(subject: Subject, named: Named): Promise<Caller>;
  close(): Promise<void>;
}

// They wait more than they work; with many more at a time a machine that is busy comes back too late to those that wait.
const atATime = 16;

/** Begins to hold all conversations, several at a time, with one testbed. */
export async function holdAll(): Promise<Held> {
  const stage = await openStage();
  const limited = createLimit(atATime);
  const all = new Map<string, Promise<Caller>>();
  for (const subject of subjects) {
    for (const named of conversationsWith(subject)) {
      const holding = limited(() => hold(stage, subject, named));
      // Whoever looks at it is told.
      holding.catch(() => undefined);
      all.set(keyOf(subject, named), holding);
    }
  }
  return {
    conversation: (subject, named) =>
      all.get(keyOf(subject, named)) ?? Promise.reject(new TypeError(`nobody held ${keyOf(subject, named)}`)),
    async close() {
      await Promise.allSettled(all.values());
      await stage.close();
    },
  };
}

function keyOf(subject: Subject, { word, mode }: Named): string {
  return [nameOf(subject), mode, word].join(" ");
}

async function hold({ roads }: Stage, subject: Subject, { word, mode }: Named): Promise<Caller> {
  const road = roads.get(subject);
  if (!road) throw new TypeError(`there is no way to ${nameOf(subject)}`);
  const caller = new Caller(subject, mode, road);
  const row = rows[word];
  await (row ? converse(caller, row) : requests[word]?.hold(caller));
  return caller;
}

function createLimit(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let free = most;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
