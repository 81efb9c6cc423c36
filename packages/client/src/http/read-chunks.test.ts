import { describe, expect, test } from "vitest";
import { discard, readChunks } from "./read-chunks.js";

const bytes = Uint8Array.of(1, 2, 3);

/** A body that has two chunks and then waits, and why it was cancelled. */
function waiting(): { readonly body: ReadableStream<Uint8Array>; readonly cancelled: unknown[] } {
  const cancelled: unknown[] = [];
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent += 1;
        if (sent <= 2) controller.enqueue(bytes);
        return sent <= 2 ? undefined : new Promise(() => undefined);
      },
      cancel: (reason) => {
        cancelled.push(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, cancelled };
}

const never = new AbortController().signal;

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

describe("a body is read", () => {
  test("to its end", async () => {
    expect(await collect(readChunks(new Response("abc").body ?? waiting().body, never))).toEqual([new TextEncoder().encode("abc")]);
  });

  test("where streams cannot be iterated, as in Safari", async () => {
    const { body } = waiting();
    Object.defineProperty(body, Symbol.asyncIterator, { value: undefined });
    for await (const chunk of readChunks(body, never)) {
      expect(chunk).toBe(bytes);
      break;
    }
  });

  test("until the loop is left, which cancels it", async () => {
    const { body, cancelled } = waiting();
    for await (const _ of readChunks(body, never)) break;
    expect(cancelled).toEqual([undefined]);
  });

  test("until the loop throws, which cancels it", async () => {
    const { body, cancelled } = waiting();
    const failure = (async () => {
      for await (const _ of readChunks(body, never)) throw new Error("mine");
    })();
    await expect(failure).rejects.toThrow("mine");
    expect(cancelled).toHaveLength(1);
  });

  test("until it breaks, with its own error", async () => {
    const cause = new TypeError("terminated");
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cause) });
    await expect(collect(readChunks(body, never))).rejects.toBe(cause);
  });

  test("not at all where the limit has aborted before", async () => {
    const { body, cancelled } = waiting();
    const reason = new Error("late");
    await expect(collect(readChunks(body, AbortSignal.abort(reason)))).rejects.toBe(reason);
    expect(cancelled).toEqual([reason]);
  });

  test("until the limit aborts, also while a read waits: the body is told why", async () => {
    const { body, cancelled } = waiting();
    const limit = new AbortController();
    const reason = new Error("enough");
    const chunks = readChunks(body, limit.signal);
    await chunks.next();
    await chunks.next();
    const third = chunks.next();
    limit.abort(reason);
    await expect(third).rejects.toBe(reason);
    expect(cancelled).toEqual([reason]);
  });

  test("not further where the limit aborts between two chunks", async () => {
    const { body } = waiting();
    const limit = new AbortController();
    const chunks = readChunks(body, limit.signal);
    await chunks.next();
    limit.abort(new Error("enough"));
    await expect(chunks.next()).rejects.toThrow("enough");
  });

  test("without a listener that stays behind", async () => {
    const limit = new AbortController();
    const listeners = new Set<unknown>();
    const { signal } = limit;
    signal.addEventListener = (_: string, listener: unknown) => void listeners.add(listener);
    signal.removeEventListener = (_: string, listener: unknown) => void listeners.delete(listener);
    const chunks = readChunks(new Response("abc").body ?? waiting().body, signal);
    await chunks.next();
    expect(listeners.size).toBe(1);
    await chunks.next();
    expect(listeners.size).toBe(0);
  });
});

describe("a body that nobody reads", () => {
  test("is cancelled", () => {
    const { body, cancelled } = waiting();
    discard(new Response(body));
    expect(cancelled).toHaveLength(1);
  });

  test("may be missing, broken or taken: nothing is thrown", async () => {
    discard(new Response(null));
    discard(new Response(new ReadableStream({ start: (controller) => controller.error(new Error("broken")) })));
    const taken = new Response(waiting().body);
    taken.body?.getReader();
    discard(taken);
    // What is rejected and not caught would fail the test run.
    await Promise.resolve();
  });
});
