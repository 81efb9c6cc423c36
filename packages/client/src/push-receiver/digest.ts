const encoder = new TextEncoder();

/** SHA-256 of bytes, or of a text in UTF-8. */
export async function sha256(value: string | Uint8Array): Promise<Uint8Array> {
  // safe: a copy is in memory of its own
  const bytes = (typeof value === "string" ? encoder.encode(value) : value) as Uint8Array<ArrayBuffer>;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** SHA-256 in hexadecimal. */
export async function hexDigest(value: string | Uint8Array): Promise<string> {
  return Array.from(await sha256(value), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether texts are equal, found out in a time that tells nothing of where they differ, nor of their lengths. */
export async function isSameSecret(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([sha256(one), sha256(other)]);
  let difference = 0;
  for (const [at, byte] of first.entries()) difference |= byte ^ (second[at] ?? 0);
  return difference === 0;
}
