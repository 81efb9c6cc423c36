import type { AgentCard, Message } from "@a2a/core";

/**
 * The first part of a message whose media type no mode of the agent or of one of its skills covers: its position, and what would be covered. A
 * part that does not say its type is anybody's.
 *
 * @see A2A 1.0, section 3.3.2
 */
export function unreadablePart(
  { parts }: Message,
  card: AgentCard,
): { readonly at: number; readonly modes: readonly string[] } | undefined {
  const at = parts.findIndex(({ mediaType }) => mediaType);
  if (at < 0) return undefined;
  const modes = [...card.defaultInputModes, ...card.skills.flatMap(({ inputModes = [] }) => inputModes)];
  const first = parts.findIndex(({ mediaType }) => mediaType && !modes.some((mode) => covers(mode, mediaType)));
  return first < 0 ? undefined : { at: first, modes };
}

/** Whether a mode, `image/*` or the `text` of early documents, covers a media type; parameters such as a charset make no difference. */
function covers(mode: string, mediaType: string): boolean {
  const [own = "", asked = ""] = [mode, mediaType].map((text) => text.split(";", 1)[0]?.trim().toLowerCase());
  if (own === asked || own === "*/*" || own === "*" || (own === "text" && asked === "text/plain")) return true;
  return own.endsWith("/*") && asked.startsWith(own.slice(0, -1));
}
