/**
 * Reads a body as it arrives, until the limit aborts. Leaving the loop cancels the body.
 *
 * @throws the limit's reason, and what the body breaks with
 */
export async function* readChunks(body: ReadableStream<Uint8Array>, limit: AbortSignal): AsyncGenerator<Uint8Array, void> {
  // Not `for await`: Safari's streams could not be iterated before 2026.
  const reader = body.getReader();
  // Ends a read that waits, also where the body takes no notice of the limit.
  const cancel = (): void => {
    reader.cancel(limit.reason).catch(ignore);
  };
  limit.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      limit.throwIfAborted();
      const { done, value } = await reader.read();
      limit.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    limit.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Cancels a body that nobody reads, so that its connection is free. */
export function discard({ body }: Response): void {
  body?.cancel().catch(ignore);
}

function ignore(): void {
  // A body that broke before has nothing left to cancel.
}
