/** Media types that a caller or an agent names; early documents write the token `text` where later ones have a media type. */
export function decodeModes(modes: readonly string[]): string[] {
  return modes.map((mode) => (mode === "text" ? "text/plain" : mode));
}
