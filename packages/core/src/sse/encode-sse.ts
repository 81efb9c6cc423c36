/** One Server-Sent Event. */
export interface SseEvent {
  /** Becomes the reader's `Last-Event-ID`. */
  readonly id?: string | number;
  /** Event type; absent means `message`. */
  readonly event?: string;
  readonly data: string;
}

/**
 * Encodes one event as text of a `text/event-stream`. Line breaks in `data` become several `data:` lines.
 *
 * @see WHATWG HTML, section 9.2.6 (parsing an event stream)
 */
export function encodeSse({ id, event, data }: SseEvent): string {
  const head = (id === undefined ? "" : `id: ${id}\n`) + (event === undefined ? "" : `event: ${event}\n`);
  // Compact JSON never holds a line break: the split is for other data.
  const body = data.includes("\n") || data.includes("\r") ? data.split(/\r\n|\r|\n/).join("\ndata: ") : data;
  return `${head}data: ${body}\n\n`;
}

/** Encodes a comment: readers ignore it, proxies see that the stream lives. */
export function encodeSseComment(text: string): string {
  return `: ${text.replaceAll(/[\r\n]+/g, " ")}\n\n`;
}
