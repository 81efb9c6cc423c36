/** Base64 of the standard alphabet, with padding, of either alphabet with or without it. */
export function toPadded(base64: string): string {
  const standard = base64.includes("-") || base64.includes("_") ? base64.replaceAll("-", "+").replaceAll("_", "/") : base64;
  const missing = (4 - (standard.length % 4)) % 4;
  return missing === 0 || standard.includes("=") ? standard : standard.padEnd(standard.length + missing, "=");
}
