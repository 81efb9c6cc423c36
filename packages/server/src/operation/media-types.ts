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

/**
 * Whether an agent has no output that its caller can read, as far as both say: none of its card's modes is one of the caller's. Who names none reads all.
 *
 * @see A2A 1.0, section 3.3.2
 */
export function isUnreadableFor(accepted: readonly string[] = [], { defaultOutputModes, skills }: AgentCard): boolean {
  if (accepted.length === 0) return false;
  const given = [...defaultOutputModes, ...skills.flatMap(({ outputModes = [] }) => outputModes)];
  return !accepted.some((mode) => given.some((own) => covers(mode, own) || covers(own, mode)));
}

/** Whether a mode, `image/*` or the `text` of early documents, covers a media type; parameters such as a charset make no difference. */
function covers(mode: string, mediaType: string): boolean {
  const [own = "", asked = ""] = [mode, mediaType].map((text) => text.split(";", 1)[0]?.trim().toLowerCase());
  if (own === asked || own === "*/*" || own === "*" || (own === "text" && asked === "text/plain")) return true;
  return own.endsWith("/*") && asked.startsWith(own.slice(0, -1));
}
