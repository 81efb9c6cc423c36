import type { ErrorName, Version } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { ServerName } from "./servers.js";

/** Reason that HTTP itself has for refusing a request. */
export type RefusalName = keyof Dialect["refusals"];

/** One request, what it is answered with where that is no result, and what else happens meanwhile. */
export interface Step {
  readonly what: string;
  /** Default: the one with everything switched on. */
  readonly at?: ServerName;
  /** A method and its params, */
  readonly method?: string;
  readonly params?: object;
  /** or a body as it is, */
  readonly body?: string;
  /** or what is done at another path, with params or a body. */
  readonly path?: string;
  readonly verb?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: ErrorName;
  readonly refusal?: RefusalName;
  /** The name by which later steps call the task of the answer: `$name`. */
  readonly keep?: string;
  /** When the first piece of the answer has come: other requests, or the end of the server. */
  readonly meanwhile?: readonly (Step | "close")[];
}

/** Steps that one set of servers is asked to take one after another. */
export interface Scene {
  /** Path of the transcript below this folder. */
  readonly name: string;
  /** The version that requests speak unless they say otherwise. */
  readonly version: Version;
  readonly steps: readonly Step[];
}

/** How one version says what every version can say. */
export interface Speaker {
  readonly version: Version;
  /** Params of a message. @param id of the message, and in 0.1 of the task that it starts */
  say(id: string, text: string, more?: { readonly task?: string; readonly image?: string }): object;
  /** Params that ask for something of a task. */
  task(id: string): object;
  /** Params that register a webhook. */
  webhook(task: string, id: string): object;
}

/** Where the webhooks of the transcripts are. */
export const hook = "https://client.example/hook";
