/** Adds one step to a JSON Pointer (RFC 6901). */
export function pointerTo(base: string, step: string | number): string {
  return `${base}/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
