/** One Server-Sent Event. */
export interface SseEvent {
  /** Becomes the reader's `Last-Event-ID`. */
  readonly id?: string | number | undefined;
  /** Event type; absent means `message`. */
  readonly event?: string;
  readonly data: string;
}

/**
 * Encodes one event as text of a `text/event-stream`. Line breaks in `data` become several `data:` lines.
 *
 * @throws TypeError for an id or a type that no reader would get back: one with a line break or NUL
 * @see WHATWG HTML, section 9.2.6 (parsing an event stream)
 */
export function encodeSse({ id, event, data }: SseEvent): string {
  assertOneLine("id", id);
  assertOneLine("event", event);
  const head = (id === undefined ? "" : `id: ${id}\n`) + (event === undefined ? "" : `event: ${event}\n`);
  // Compact JSON never holds a line break: the split is for other data.
  const body = data.includes("\n") || data.includes("\r") ? data.split(/\r\n|\r|\n/).join("\ndata: ") : data;
  return `${head}data: ${body}\n\n`;
}

/** Encodes a comment: readers ignore it, proxies see that the stream lives. */
export function encodeSseComment(text: string): string {
  return `: ${text.replaceAll(/[\r\n]+/g, " ")}\n\n`;
}

/** Encodes how long a reader is to wait before it connects again. */
export function encodeSseRetry(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

function assertOneLine(field: string, value: string | number | undefined): void {
  if (typeof value !== "string") return;
  if (value.includes("\n") || value.includes("\r") || value.includes("\0")) throw new TypeError(`${field} has a line break or NUL`);
}
