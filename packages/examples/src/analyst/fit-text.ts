/** About how wide a text is in pixels, whatever font the reader has: 0.6 em a letter, 1 em a wide one (Chinese, emoji). */
export function estimateWidthPx(text: string, fontPx: number): number {
  return [...text].reduce((width, char) => width + widthOf(char) * fontPx, 0);
}

/** Cuts a text that is too wide and ends it with "…". */
export function fitText(text: string, fontPx: number, maxWidthPx: number): string {
  if (estimateWidthPx(text, fontPx) <= maxWidthPx) return text;
  let kept = "";
  for (const char of text) {
    if (estimateWidthPx(`${kept}${char}…`, fontPx) > maxWidthPx) break;
    kept += char;
  }
  return `${kept.trimEnd()}…`;
}

function widthOf(char: string): number {
  return (char.codePointAt(0) ?? 0) >= 0x1100 && char !== "…" && char !== "–" ? 1 : 0.6;
}
