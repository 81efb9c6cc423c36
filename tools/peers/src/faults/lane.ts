import type { Fetch } from "@a2a/client";
import { readRequest } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { Fault, Planned, RequestKind } from "./fault.js";
import { follow, nameOf } from "./fault.js";

/** One way to an agent, where everything goes by a plan. */
export interface Lane {
  /** Where the agent seems to be; ends with a slash. */
  readonly url: string;
  /** Goes there, and finds nobody where the plan says so. */
  readonly fetch: Fetch;
  /** What went through so far. */
  readonly exchanges: readonly Exchange[];
}

/** A request, what was done to it, and how far it is. */
export interface Exchange {
  readonly kind: RequestKind;
  readonly fault: Fault | undefined;
  /** "answering" from the head on; "over" when the connection is free or gone. */
  readonly phase: "asked" | "answering" | "over";
  /** The answer is a stream. */
  readonly isStream: boolean;
}

/** The same while it goes on. */
export interface Going extends Exchange {
  phase: Exchange["phase"];
  isStream: boolean;
}

/** Notes that the head of an answer is there. */
export function noteHead(going: Going, headers: Readonly<Record<string, string>>): void {
  going.phase = "answering";
  going.isStream = isEventStream(headers);
}

/** Whether an answer is a stream. */
export function isEventStream(headers: Readonly<Record<string, string>>): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") ?? false;
}

/** Keeps the exchanges of a lane. */
export interface Ledger {
  readonly exchanges: readonly Exchange[];
  /** The fault that the next exchange of this kind would meet. */
  peek(kind: RequestKind): Fault | undefined;
  begin(kind: RequestKind): Going;
}

/** Begins a plan. */
export function openLedger(plan: readonly Planned[]): Ledger {
  const course = follow(plan);
  const exchanges: Going[] = [];
  return {
    exchanges,
    peek: course.peek,
    begin(kind) {
      const going: Going = { kind, fault: course.next(kind), phase: "asked", isStream: false };
      exchanges.push(going);
      return going;
    },
  };
}

/** An exchange in short, for what a watchdog says. */
export function exchangeName({ kind, fault, phase }: Exchange): string {
  return `${kind} ${phase}${fault ? ` (${nameOf(fault)})` : ""}`;
}

/** What a request asks for, told by its method and body. */
export function kindOf(method: string | undefined, body: string): RequestKind {
  if (method !== "POST") return "card";
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return "unknown";
  }
  const read = readRequest(parsed);
  if (!read.ok) return "unknown";
  return dialects.map((dialect) => dialect.operationOf(read.request.method)).find((operation) => operation !== undefined) ?? "unknown";
}
