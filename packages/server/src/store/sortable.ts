// From "!" to "}" characters stand for themselves. " " begins what sorts before them, "~" what sorts behind them.
const plain = /^[!-}]*$/;
const special = /[^!-}]/g;
const escaped = / ([0-9a-f]{2})|~([0-9a-f]{4})/g;

/**
 * Writes any string as printable ASCII whose bytes are in the order of the string's UTF-16 code units: compared as bytes (BINARY, COLLATE "C") it
 * sorts as strings sort in JavaScript. Databases take neither NUL nor lone surrogates, and in UTF-8 what is beyond U+FFFF sorts otherwise. Most ids
 * and names stay as they are.
 */
export function toSortable(text: string): string {
  return plain.test(text) ? text : text.replace(special, spell);
}

/** Reads what `toSortable` wrote. */
export function fromSortable(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(escaped, (_, low: string | undefined, high = "") => String.fromCharCode(Number.parseInt(low ?? high, 16)));
}

function spell(unit: string): string {
  const code = unit.charCodeAt(0);
  const hex = code.toString(16);
  return code <= 0x20 ? ` ${hex.padStart(2, "0")}` : `~${hex.padStart(4, "0")}`;
}
