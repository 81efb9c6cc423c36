// So many characters are looked at, at either end: what is plainly something else shows there, and a file of megabytes costs nothing more.
const endLength = 1024;

/**
 * Whether a text can be base64, standard or URL-safe, padded or not: by its length and its ends. Short texts are looked at whole; of long ones
 * the middle shows when the bytes are read.
 */
export function isLikeBase64(text: string): boolean {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const length = text.length - padding;
  const isWhole = padding > 0 ? text.length % 4 === 0 : length % 4 !== 1;
  const head = text.slice(0, Math.min(length, endLength));
  const tail = text.slice(Math.max(0, length - endLength), length);
  return isWhole && !/[^\w+/-]/.test(head) && !/[^\w+/-]/.test(tail);
}
