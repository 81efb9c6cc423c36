/** The head of an answer, as far as it matters here. */
export interface AnswerHead {
  readonly status: number;
  /** Absent for a body in chunks. */
  readonly length: number | undefined;
  readonly bodyAt: number;
}

/** Reads the head of an answer of HTTP/1.1, which has to be whole. */
export function readAnswerHead(bytes: Buffer): AnswerHead {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("latin1", 0, end < 0 ? bytes.length : end);
  if (end < 0 || !head.startsWith("HTTP/1.1 ")) throw new Error(`an answer that is not understood: ${head.slice(0, 200)}`);
  const length = /\ncontent-length: (\d+)/i.exec(head)?.[1];
  return { status: Number(head.slice(9, 12)), length: length === undefined ? undefined : Number(length), bodyAt: end + 4 };
}
