import type { Artifact, Message, Part, Task } from "../generated/v1.0/types.js";
import { text } from "./part.js";

/** Content as people write it: a text, a part, or several of them. */
export type Content = string | Part | readonly (string | Part)[];

/** Members of a message beside its content. */
export type MessageOptions = Partial<Omit<Message, "parts">>;

/** Where ids come from, so that tests can choose them. */
export type MakeId = () => string;

const randomId: MakeId = () => crypto.randomUUID();

/** Builds a message; it is the client's unless `role` says otherwise, and gets a new `messageId` unless one is given. */
export function message(content: Content, options: MessageOptions = {}, makeId: MakeId = randomId): Message {
  const { messageId = makeId(), role = "ROLE_USER", ...rest } = options;
  return { messageId, role, parts: partsOf(content), ...rest };
}

/** Builds an artifact; it gets a new `artifactId` unless one is given. */
export function artifact(content: Content, options: Partial<Omit<Artifact, "parts">> = {}, makeId: MakeId = randomId): Artifact {
  const { artifactId = makeId(), ...rest } = options;
  return { artifactId, parts: partsOf(content), ...rest };
}

/** The parts that content stands for. */
export function partsOf(content: Content): Part[] {
  const items = typeof content === "string" || !isList(content) ? [content] : content;
  return items.map((item) => (typeof item === "string" ? text(item) : item));
}

/**
 * All text of a message, an artifact or a task: the text parts joined. Of a task: of its artifacts, and where they have none, of its status message.
 */
export function textOf(source: Message | Artifact | Task): string {
  if ("parts" in source) return source.parts.map((part) => part.text ?? "").join("");
  const words = source.artifacts?.map(textOf).filter(Boolean).join("\n");
  return words || (source.status.message ? textOf(source.status.message) : "");
}

function isList(content: Part | readonly (string | Part)[]): content is readonly (string | Part)[] {
  return Array.isArray(content);
}
