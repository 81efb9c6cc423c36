/** What one request says; `#` runs in the text stand for its number. */
export interface RequestTemplate {
  readonly version: string | undefined;
  /** Default POST. Another verb goes without a body. */
  readonly verb?: string;
  /** Default the root. */
  readonly path?: string;
  /** JSON whose runs of twelve `#` are replaced by the number of the request, so that none is a repetition of another. */
  readonly text: string;
}

const digits = 12;
const mark = "#".repeat(digits);

/** A request as bytes that are patched rather than made anew, so that the load costs the client little and the same for every server. */
export interface RequestBytes {
  readonly bytes: Buffer;
  /** Writes a number into the places that are marked. */
  number(value: number): void;
}

/** Encodes a request to a server on this machine. */
export function encodeRequest({ version, verb = "POST", path = "/", text }: RequestTemplate, accept = "application/json"): RequestBytes {
  const head = [
    `${verb} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    `accept: ${accept}`,
    ...(version === undefined ? [] : [`a2a-version: ${version}`]),
    ...(verb === "POST" ? ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`] : []),
  ].join("\r\n");
  const bytes = Buffer.from(`${head}\r\n\r\n${text}`);
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + digits)) places.push(at);
  return {
    bytes,
    number(value) {
      const written = String(value).padStart(digits, "0");
      for (const place of places) bytes.write(written, place, "latin1");
    },
  };
}
