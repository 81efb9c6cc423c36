// What texts in cards have to look like. The schemas only say that they are texts.

/** Whether a text is a media type, possibly with parameters, or a range of them: RFC 9110, sections 8.3.1 and 12.5.1. */
export function isMediaType(text: string): boolean {
  return /^[!#$%&\x27*+.^_\x60|~\w-]+\/[!#$%&\x27*+.^_\x60|~\w-]+(?:\s*;.*)?$/.test(text);
}

/** Whether a text is a token of HTTP, as names of authentication schemes are: RFC 9110, section 5.6.2. */
export function isToken(text: string): boolean {
  return /^[!#$%&\x27*+.^_\x60|~\w-]+$/.test(text);
}

/** Whether a text is a version by semver.org 2.0.0. */
export function isSemanticVersion(text: string): boolean {
  const found = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-([\da-zA-Z.-]+))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/.exec(text);
  return found !== null && (found[1] === undefined || found[1].split(".").every((each) => each !== "" && !/^0\d+$/.test(each)));
}

/** Whether a text is base64url without padding: RFC 7515, section 2. */
export function isBase64Url(text: string): boolean {
  return /^[\w-]+$/.test(text) && text.length % 4 !== 1;
}

/** Whether a text says nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
