/** Whether base64 is of the standard alphabet, with padding. Looks for what is not, which engines do many characters at a time. */
export function isPadded(base64: string): boolean {
  return base64.length % 4 === 0 && !base64.includes("-") && !base64.includes("_");
}

/** Base64 of the standard alphabet, with padding, of either alphabet with or without it. */
export function toPadded(base64: string): string {
  if (isPadded(base64)) return base64;
  const standard = base64.replaceAll("-", "+").replaceAll("_", "/");
  const missing = (4 - (standard.length % 4)) % 4;
  return missing === 0 || standard.includes("=") ? standard : standard.padEnd(standard.length + missing, "=");
}
