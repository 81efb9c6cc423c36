import type { Operation } from "@a2a/core/internal";

// What can go wrong between a client and its agent. Everything that a fault does is said in it: two runs of the same plan are the same.

/** What a request asks for: an operation, or the card. */
export type RequestKind = Operation | "card" | "unknown";

/** How a connection ends. */
export type Ending = "end" | "close" | "reset" | "stall";

/** One way to misbehave. `at` counts the frames of a stream from 0; any other body is one frame. */
export type Fault =
  /** Nobody listens: the lane's `fetch` goes to a closed port. */
  | { readonly kind: "refuse" }
  /** No answer at all. `isHeard` tells whether the request reaches the agent; `ending` is no "end". */
  | { readonly kind: "silence"; readonly isHeard: boolean; readonly ending: Ending }
  /** The head of the answer breaks off after so many bytes; a fetch without a network has none and fails. */
  | { readonly kind: "cut-head"; readonly after: number }
  /** The body breaks off after so many bytes. With "end" the answer looks whole, with "stall" it stays open and nothing comes. */
  | { readonly kind: "cut"; readonly after: number; readonly ending: Ending }
  /** Everything comes, but no end. */
  | { readonly kind: "never-ends" }
  /** The body comes in pieces of other sizes, also of half a character. */
  | { readonly kind: "rechunk"; readonly seed: number; readonly longest: number }
  /** So many turns of the event loop pass before every piece. */
  | { readonly kind: "slow"; readonly turns: number }
  | { readonly kind: "repeat-frame"; readonly at: number }
  /** The request reaches the agent twice; the answer to the first or the second is passed on. */
  | { readonly kind: "twice"; readonly answer: "first" | "second" }
  /** Something foreign before a frame of a stream, or instead of a body. */
  | { readonly kind: "garbage"; readonly at: number; readonly what: Garbage }
  | { readonly kind: "content-type"; readonly value: string }
  /** Another answer than the agent's. */
  | {
      readonly kind: "status";
      readonly isHeard: boolean;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** What a frame may hold that no agent says. */
export type Garbage = "bytes" | "other-json" | "other-id" | { readonly oversizeBytes: number };

/** A fault, and the exchange that it hits: the nth, from 1, of all or of one kind. */
export interface Planned {
  readonly nth: number;
  readonly of?: RequestKind;
  readonly fault: Fault;
}

/** Goes through a plan, exchange by exchange. */
export interface Course {
  /** The fault that the next exchange of this kind would meet. */
  peek(kind: RequestKind): Fault | undefined;
  /** The same, and the exchange is counted. */
  next(kind: RequestKind): Fault | undefined;
}

/** Begins a plan. */
export function follow(plan: readonly Planned[]): Course {
  const seen = new Map<RequestKind | undefined, number>();
  const nthOf = (of: RequestKind | undefined): number => (seen.get(of) ?? 0) + 1;
  const peek = (kind: RequestKind): Fault | undefined =>
    plan.find(({ nth, of }) => nth === nthOf(of) && (of === undefined || of === kind))?.fault;
  return {
    peek,
    next(kind) {
      const fault = peek(kind);
      for (const of of [undefined, kind]) seen.set(of, nthOf(of));
      return fault;
    },
  };
}

/** A fault in short, for the names of tests. */
export function nameOf({ kind, ...rest }: Fault): string {
  const words = Object.entries(rest)
    .filter(([name]) => name !== "headers" && name !== "body")
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  return [kind, ...words].join(" ");
}

/** A plan in short. */
export function planName(plan: readonly Planned[]): string {
  return plan.map(({ nth, of = "exchange", fault }) => `${of} ${nth}: ${nameOf(fault)}`).join("; ");
}
