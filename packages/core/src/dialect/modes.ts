// What early documents write where later ones have a media type.
const token = "text";

/** Whether a mode is the token of early documents instead of a media type. */
export function isToken(mode: string): boolean {
  return mode === token;
}

/** Media types that a caller or an agent names; each token of early documents as the media type that it stands for. */
export function decodeModes(modes: readonly string[]): string[] {
  return modes.map((mode) => (isToken(mode) ? "text/plain" : mode));
}
