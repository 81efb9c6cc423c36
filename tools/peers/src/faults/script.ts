import { setImmediate as turnOfLoop } from "node:timers/promises";
import { text } from "@a2a/core";
import type { AgentDefinition, Yield } from "@a2a/server";
import type { Performer } from "../as-server/perform.js";

/** What an agent is told to do: all of it at once, or in two turns with a question between them. */
export interface Order {
  /** Tells the runs of one message from those of others. */
  readonly token: string;
  readonly turn: Turn;
  /** So many turns of the event loop pass before each step. */
  readonly pause: number;
}

export type Turn = "whole" | "asks" | "rest";

/** One thing that the agent does. */
export type Step = { readonly chunk: string; readonly isFirst: boolean; readonly isLast: boolean } | { readonly say: string };

/** Chunks of one artifact. Some repeat, so that who compares texts loses one; one is not ASCII, so that a cut can hit a character. */
export const chunks: readonly string[] = ["1", "2", "2", "€3", "3", "3"];

/** What the agent says on the way, and what it asks. */
export const words = { midway: "half way", question: "go on?" } as const;

// The words on the way come after so many chunks.
const half = 3;

/** The agent in all its forms, and how often it was run. */
export interface Script {
  readonly definition: AgentDefinition;
  readonly performer: Performer;
  /** How often the agent began with a message. */
  runsOf(order: Order): number;
}

/** Writes an order as a message. */
export function write(order: Order): string {
  return JSON.stringify(order);
}

/** Makes an agent that does the same thing every time, and waits for nobody. */
export function createScript(): Script {
  const runs = new Map<string, number>();
  const begin = (said: string): Order => {
    // safe: nobody else speaks to this agent
    const order = JSON.parse(said) as Order;
    runs.set(keyOf(order), (runs.get(keyOf(order)) ?? 0) + 1);
    return order;
  };
  return {
    runsOf: (order) => runs.get(keyOf(order)) ?? 0,
    definition: {
      card: { name: "Script" },
      async *run({ text: said }) {
        const order = begin(said);
        for (const step of stepsOf(order.turn)) {
          await pass(order.pause);
          yield toYield(step);
        }
        if (order.turn === "asks") yield { state: "TASK_STATE_INPUT_REQUIRED", message: words.question };
      },
    },
    async performer({ parts }, stage) {
      const order = begin(String(parts[0]));
      stage.task();
      for (const step of stepsOf(order.turn)) {
        await pass(order.pause);
        if ("say" in step) stage.status("working", step.say);
        else stage.artifact([step.chunk], { append: !step.isFirst, lastChunk: step.isLast });
      }
      if (order.turn === "asks") stage.status("input-required", words.question);
      else stage.status("completed");
    },
  };
}

function keyOf({ token, turn }: Order): string {
  return `${token} ${turn}`;
}

function stepsOf(turn: Turn): readonly Step[] {
  const all = chunks.map((chunk, at): Step => ({ chunk, isFirst: at === 0, isLast: at === chunks.length - 1 }));
  const first: readonly Step[] = [...all.slice(0, half), { say: words.midway }];
  const rest = all.slice(half);
  switch (turn) {
    case "whole":
      return [...first, ...rest];
    case "asks":
      return first;
    case "rest":
      return rest;
  }
}

function toYield(step: Step): Yield {
  if ("say" in step) return { state: "TASK_STATE_WORKING", message: step.say };
  return { artifact: { artifactId: "out", parts: [text(step.chunk)] }, append: !step.isFirst, lastChunk: step.isLast };
}

async function pass(turns: number): Promise<void> {
  for (let passed = 0; passed < turns; passed += 1) await turnOfLoop();
}
