// What is said in every version, in words of none of them: peers and our own client are made to speak them by their adapters.

/** A text, a data object or a file. */
export type PlainPart = string | PlainData | PlainFile;

export interface PlainData {
  readonly data: Readonly<Record<string, unknown>>;
}

export interface PlainFile {
  readonly base64: string;
  readonly name: string;
  readonly mediaType: string;
}

/** A task as a client sees it. */
export interface PlainTask {
  readonly id: string;
  readonly contextId: string;
  /** As 0.3 writes it, such as `input-required`. */
  readonly state: string;
  /** What the status says. */
  readonly words: string;
  readonly artifacts: readonly (readonly PlainPart[])[];
  /** The texts of its messages. */
  readonly history: readonly string[];
}

/** A direct reply. */
export interface PlainReply {
  readonly reply: readonly PlainPart[];
}

/** A webhook of a task. */
export interface PlainWebhook {
  /** Empty where the client leaves it to the server. */
  readonly id: string;
  readonly url: string;
  readonly token: string;
}

/** How a message is sent. */
export interface SayOptions {
  readonly taskId?: string;
  /** Answer as soon as there is a task. */
  readonly atOnce?: boolean;
  readonly webhook?: PlainWebhook;
}

/** A client of any kind. Its calls fail with a `Fault`, streams yield events in short. */
export interface PlainClient {
  /** The agent's name on the card that was found. */
  agentName(): Promise<string>;
  send(parts: readonly PlainPart[], options?: SayOptions): Promise<PlainTask | PlainReply>;
  stream(parts: readonly PlainPart[], options?: SayOptions): AsyncGenerator<string, void>;
  get(id: string): Promise<PlainTask>;
  cancel(id: string): Promise<PlainTask>;
  resubscribe(id: string): AsyncGenerator<string, void>;
  readonly webhooks?: PlainWebhooks;
}

/** What a client does with webhooks. */
export interface PlainWebhooks {
  set(taskId: string, webhook: PlainWebhook): Promise<PlainWebhook>;
  get(taskId: string, id: string): Promise<PlainWebhook>;
  list?(taskId: string): Promise<readonly PlainWebhook[]>;
  delete?(taskId: string, id: string): Promise<void>;
  /** What a webhook was told, in short. */
  read(body: unknown): string;
}

/** An agent's error. */
export class Fault extends Error {
  readonly code: number | undefined;
  constructor(code: number | undefined, cause: unknown) {
    super(`the agent answered ${code}`, { cause });
    this.code = code;
  }
}

/** Calls, and makes a fault of what it fails with. */
export async function withFault<T>(promise: Promise<T>, codeOf: (error: unknown) => number | undefined): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw new Fault(codeOf(error), error);
  }
}

/** A status in short. */
export function statusBrief(state: string, words: string): string {
  return words ? `${state}: ${words}` : state;
}

/** A task event in short. */
export function taskBrief({ state, words }: PlainTask): string {
  return `task ${statusBrief(state, words)}`;
}

/** A direct reply in short. */
export function replyBrief(parts: readonly PlainPart[]): string {
  return `reply ${JSON.stringify(parts)}`;
}

/** An artifact event in short. */
export function artifactBrief(parts: readonly PlainPart[], { append, lastChunk }: { append?: boolean; lastChunk?: boolean }): string {
  return [`artifact ${JSON.stringify(parts)}`, append && "append", lastChunk && "last"].filter(Boolean).join(" ");
}

/** The texts among parts. */
export function textOf(parts: readonly PlainPart[]): string {
  return parts.filter((part) => typeof part === "string").join("");
}
