import type { Message, Struct } from "@a2a/core";
import type { Caller } from "../caller/caller.js";
import type { Turn } from "./agent.js";

/** What a request gives to a turn besides its message. */
export interface TurnContext {
  readonly caller: Caller;
  readonly tenant?: string;
  readonly metadata?: Struct;
  readonly extensions: readonly string[];
  readonly acceptedOutputModes?: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly trace?: NonNullable<Turn["trace"]>;
}

/** The members of a turn that follow from a message and its request alone. */
export type TurnInput = TurnContext & Pick<Turn, "message" | "text" | "wanted"> & { readonly context: TurnContext };

/** Reads what a message asks for. */
export function turnInput(message: Message, context: TurnContext): TurnInput {
  const wanted = wantedBy(message);
  const text = message.parts.map((part) => part.text ?? "").join("");
  return { message, text, ...(wanted && { wanted }), ...context, context };
}

// Structured output is asked for in the metadata of a part: A2A 0.1 shows `mimeType` and `schema`, 1.0 speaks of media types.
function wantedBy(message: Message): Turn["wanted"] {
  for (const { metadata } of message.parts) {
    const mediaType = metadata?.mediaType ?? metadata?.mimeType;
    const schema = metadata?.schema;
    if (typeof mediaType === "string" || schema !== undefined) {
      return { ...(typeof mediaType === "string" && { mediaType }), ...(schema !== undefined && { schema }) };
    }
  }
  return undefined;
}
