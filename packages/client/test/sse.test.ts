import type { SseEvent } from "@a2a/core/internal";
import { encodeSse, encodeSseComment } from "@a2a/core/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSse } from "../src/http/read-sse.js";

// What core writes and the client reads: the two halves of one format.

const odd = fc.constantFrom(
  "\n",
  "\r",
  "\r\n",
  "\u2028",
  "\u2029",
  "\u0085",
  "\ufeff",
  " ",
  ":",
  "data: ",
  "id: 9\n",
  "\0",
  "é",
  "🎉",
  "a",
);
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(odd).map((texts) => texts.join("")),
);
const oneLine = anyText.map((text) => text.replaceAll(/[\r\n\0]/g, ""));
const anyEvent: fc.Arbitrary<SseEvent> = fc.record(
  { id: fc.oneof(oneLine, fc.nat()), event: oneLine, data: anyText },
  { requiredKeys: ["data"] },
);

/** What a reader gets: line breaks in data are all alike, and a type that is empty is none. */
function expected({ id, event, data }: SseEvent): object {
  return { id: id === undefined ? undefined : String(id), event: event || undefined, data: data.replaceAll(/\r\n?/g, "\n") };
}

/** Bytes in pieces of these lengths, over and over. */
function bodyOf(text: string, lengths: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      const next = at + (lengths[turn % lengths.length] ?? bytes.length);
      turn += 1;
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, next));
      else controller.close();
      at = next;
    },
  });
}

async function read(text: string, lengths: readonly number[], maxEventBytes = 1_000_000): Promise<SseEvent[]> {
  const read: SseEvent[] = [];
  const options = { maxEventBytes, idleTimeoutMs: 60_000, limit: new AbortController().signal, url: "http://peer.test/" };
  for await (const { id, event, data } of readSse(bodyOf(text, lengths), options)) read.push({ id, event, data } as SseEvent); // safe: members may be undefined
  return read;
}

const pieces = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

test("events come back with their id, type and data, whatever stands in them and however they are cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 4 }), pieces, fc.string(), async (events, lengths, comment) => {
      const text = events.map((event) => encodeSse(event) + encodeSseComment(comment)).join("");
      expect(await read(text, lengths)).toEqual(events.map(expected));
    }),
    { numRuns: 300 },
  );
});

test("a stream that is cut inside an event ends without that event", async () => {
  await fc.assert(
    fc.asyncProperty(anyEvent, fc.dictionary(anyText, anyText), fc.nat(), async (first, second, seed) => {
      const whole = encodeSse({ data: JSON.stringify(second) });
      const cut = whole.slice(0, seed % (whole.length - 2));
      const events = await read(encodeSse(first) + cut, [3]);
      expect(events).toEqual([expected(first)]);
    }),
    { numRuns: 200 },
  );
});

test("the last event need not be ended by an empty line, where it is JSON", async () => {
  const text = encodeSse({ data: "{}" });
  for (const cut of [1, 2]) expect(await read(text.slice(0, -cut), [3])).toEqual([{ id: undefined, event: undefined, data: "{}" }]);
});

test("events as long as allowed are read, in one piece and in many", async () => {
  for (const lengths of [[1_000], [10]]) {
    expect(await read(encodeSse({ data: "x".repeat(50) }), lengths, 60)).toHaveLength(1);
  }
});

test("longer ones are not, in one piece and in many", async () => {
  for (const lengths of [[1_000], [10]]) {
    await expect(read(encodeSse({ data: "x".repeat(61) }), lengths, 60)).rejects.toMatchObject({ code: "BAD_RESPONSE" });
  }
});

test("bytes that are no UTF-8 are replaced, as the format wants", async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Uint8Array.of(...new TextEncoder().encode("data: a"), 0xff, 0x0a, 0x0a));
      controller.close();
    },
  });
  const options = { maxEventBytes: 100, idleTimeoutMs: 60_000, limit: new AbortController().signal, url: "http://peer.test/" };
  for await (const { data } of readSse(body, options)) expect(data).toBe("a\ufffd");
});
