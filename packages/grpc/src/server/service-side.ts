import { A2AError } from "@a2a/core";
import type { Endpoint } from "@a2a/server/internal";
import type { OpenCalls } from "./open-calls.js";
import type { UnreadAnswers } from "./unread-answers.js";

/** What calls are answered with. */
export interface ServiceSide {
  readonly endpoint: Endpoint;
  readonly calls: OpenCalls;
  readonly unread: UnreadAnswers;
  /** Where HTTP reaches the agent, if that is known. */
  readonly origin: string | undefined;
  /** Of an address that is the agent's: `https` where calls are encrypted. */
  readonly scheme: string;
}

/** What may cross the wire of an error; what may not is reported. */
export function knownError({ logger }: Endpoint, error: unknown, rpc: string): A2AError {
  const known = A2AError.from(error);
  if (known !== error) logger.error({ error, rpc }, "a call failed");
  return known;
}
