import * as library from "canonicalize";

// safe: its types describe an ES module, but it is a CommonJS one, whose exports are the function
const canonicalize = library.default as unknown as (value: unknown) => string | undefined;

/**
 * The one text of a JSON value on which all agree who write it so.
 *
 * @throws TypeError for what JSON or I-JSON cannot say: a number that is none, half a character, nothing
 * @see RFC 8785
 */
export function canonicalJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = canonicalize(value);
  } catch (error) {
    throw new TypeError("not a value of JSON", { cause: error });
  }
  if (text === undefined) throw new TypeError("not a value of JSON");
  // What has no UTF-8 is written as an escape, and nothing else beyond the controls is: RFC 8785, section 3.2.2.2.
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text)) throw new TypeError("half a character is none: not a value of I-JSON");
  return text;
}
