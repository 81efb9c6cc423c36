import type { AgentDefinition, HandlerOptions, Logger } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { onTestFinished } from "vitest";

/** An agent that is served, whatever road leads to it. */
export interface Served {
  readonly url: string;
  fetch(path: string, init?: RequestInit & { duplex?: "half" }): Promise<Response>;
  close(): Promise<void>;
}

/** A road to an agent. */
export interface Subject {
  readonly name: string;
  /** Serves an agent until the test is over. */
  open(definition: AgentDefinition, options?: HandlerOptions): Promise<Served>;
}

/** The two handlers, which share everything but their edge. */
export const subjects: readonly Subject[] = [
  { name: "the fetch handler", open: openFetch },
  { name: "the Node handler", open: openNode },
];

/** An agent's definition with the least of cards. */
export function agentOf(run: AgentDefinition["run"], more: Partial<AgentDefinition> = {}): AgentDefinition {
  return { card: { name: "Tested" }, run, ...more };
}

/** Says back what it is told. */
export const echo: AgentDefinition = agentOf(async function* (turn) {
  yield `echo: ${turn.text}`;
});

/** Asks for a name before it greets. */
export const greeter: AgentDefinition = agentOf(async function* (turn) {
  const asked = turn.task.history?.some(({ role }) => role === "ROLE_AGENT") || turn.task.status.message !== undefined;
  if (asked) yield `hello, ${turn.text}`;
  else yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Who are you?" };
});

/** Ids that can be foretold: id-1, id-2 … */
export function countingIds(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `id-${last}`;
  };
}

/** A clock that stands still. */
export function stoppedClock(): Date {
  return new Date("2026-01-31T12:00:00.000Z");
}

/** Serves without a network, until the test is over. */
export async function openFetch(definition: AgentDefinition, options: HandlerOptions = {}): Promise<Served> {
  const url = "http://agent.test";
  const handler = createA2AHandler({ definition }, options);
  onTestFinished(() => handler.close());
  return { url, fetch: (path, init) => handler.fetch(new Request(url + path, init)), close: () => handler.close() };
}

export async function openNode(definition: AgentDefinition, options: HandlerOptions = {}): Promise<Served> {
  const listening = await serve({ definition }, { ...options, port: 0 });
  onTestFinished(() => listening.close());
  const { url } = listening;
  return { url, fetch: (path, init) => fetch(url + path, init), close: () => listening.close() };
}

/** A logger that remembers what it was told. */
export function listeningLogger(): { readonly logger: Logger; readonly told: { readonly facts: object; readonly message: string }[] } {
  const told: { readonly facts: object; readonly message: string }[] = [];
  const listen = (facts: object, message: string): void => void told.push({ facts, message });
  return { logger: { debug: listen, info: listen, warn: listen, error: listen }, told };
}

/** A promise and what settles it. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
