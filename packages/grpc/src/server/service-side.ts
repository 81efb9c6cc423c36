import { A2AError } from "@a2a/core";
import type { Endpoint } from "@a2a/server/internal";
import type { OpenCalls } from "./open-calls.js";
import type { UnreadAnswers } from "./unread-answers.js";

/** What calls are answered with. */
export interface ServiceSide {
  readonly endpoint: Endpoint;
  readonly calls: OpenCalls;
  readonly unread: UnreadAnswers;
  /** Where HTTP reaches the agent, by the host and port that a call names. */
  originOf(authority: string): string;
}

/** What may cross the wire of an error; what may not is reported. */
export function knownError({ logger }: Endpoint, error: unknown, rpc: string): A2AError {
  const known = A2AError.from(error);
  if (known !== error) logger.error({ error, rpc }, "a call failed");
  return known;
}
