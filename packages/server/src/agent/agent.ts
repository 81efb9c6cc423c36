import type { AgentCard, Artifact, Content, Message, Part, Struct, Task, TaskState } from "@a2a/core";
import type { Caller } from "../caller/caller.js";

/**
 * What an author says about an agent. The server fills in the rest: the interfaces, and a default for whatever else is left out. What it says is
 * kept: capabilities that are off are refused, and so are media types that are no `defaultInputModes` nor those of a skill.
 */
export type AgentCardInput = Pick<AgentCard, "name"> & Partial<Omit<AgentCard, "name">>;

/** An agent: its card, and what it does with a message. */
export interface AgentDefinition {
  readonly card: AgentCardInput;
  /**
   * Works on one message. Called anew for every turn, with the task so far. Yields become events of the task; returning completes it, unless
   * the last yield was a state that ends the turn. A thrown error fails the task; its text goes to the logger, never to the client.
   */
  run(turn: Turn): AsyncIterable<Yield> | OneYield;
  /** Asked before a cancel: false refuses it (`TaskNotCancelableError`). Without it every task can be canceled. */
  cancel?(turn: Turn): boolean | Promise<boolean>;
  /** The card for authenticated callers, or what it says beyond the public one. The card then offers it: `capabilities.extendedAgentCard`. */
  readonly extendedCard?: Partial<AgentCardInput> | ((caller: Caller) => Partial<AgentCardInput> | Promise<Partial<AgentCardInput>>);
  /** What becomes of a running task whose process ended: run the turn again, or fail the task (default). */
  readonly recover?: "restart" | "fail";
}

/** What a plain async function yields at its end, if anything. */
// biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing is Promise<void>
export type OneYield = Promise<Yield | void>;

/** One message to work on, with everything an agent may want to know. */
export interface Turn {
  readonly message: Message;
  /** The message's text parts, joined. */
  readonly text: string;
  /** The task so far. A new one is stored when the agent pauses after its first yield, or is done. */
  readonly task: Readonly<Task>;
  readonly caller: Caller;
  readonly tenant?: string;
  /** Metadata of the request. */
  readonly metadata?: Struct;
  /** Structured output that a part of the message asks for in its metadata (`mimeType` or `mediaType`, `schema`). */
  readonly wanted?: { readonly mediaType?: string; readonly schema?: unknown };
  /** URIs of the extensions that the caller activated and the card declares. */
  readonly extensions: readonly string[];
  /** Media types that the caller can read. */
  readonly acceptedOutputModes?: readonly string[];
  /** Service parameters: the request's `a2a-` headers. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Where the request belongs in a distributed trace: W3C Trace Context. */
  readonly trace?: { readonly traceparent: string; readonly tracestate?: string };
  /** Messages that arrive during this turn. What is not read here starts the next turn. */
  readonly inbox: AsyncIterable<Message>;
  /** How many tasks this context has had so far, this one counted from the first yield on. */
  contextTaskCount(): Promise<number>;
  /** The tasks that the message refers to (`referenceTaskIds`), as far as the caller has them. */
  referenceTasks(): Promise<readonly Task[]>;
  /** Aborted by a cancel, the deadline and a shutdown; the reason says which. */
  readonly signal: AbortSignal;
}

/** An artifact, or a chunk of one. */
export interface ArtifactInput extends Partial<Omit<Artifact, "parts">> {
  readonly parts: Content;
}

/**
 * What an agent may say:
 * - a string or a part: a chunk of the turn's default artifact;
 * - a message: as first yield of a new task the direct reply without a task, later a working status with that message;
 * - `artifact`: a whole artifact, or a chunk where `append` or `lastChunk` is given;
 * - `state`: a new status. Terminal states and input-required end the turn; auth-required too, unless `continues`.
 */
export type Yield =
  | string
  | Part
  | Message
  | { readonly artifact: ArtifactInput; readonly append?: boolean; readonly lastChunk?: boolean }
  | { readonly state: TaskState; readonly message?: string | Message; readonly continues?: boolean };
