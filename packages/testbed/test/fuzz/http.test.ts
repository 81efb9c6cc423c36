// Whatever is asked over JSON-RPC and HTTP+JSON, in any version, a well-formed answer goes back that says nothing of the inside, and the agent goes on.

import { setImmediate } from "node:timers/promises";
import { createA2AHandler } from "@a2a/server";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { HttpAnswer } from "./check-http.js";
import { problemsOf } from "./check-http.js";
import type { HttpInput } from "./http-inputs.js";
import { httpInputs } from "./http-inputs.js";
import { withKnown } from "./known.js";
import { edited, edits } from "./spoil-bytes.js";
import { createTarget, faultsOf, makeKnown } from "./target.js";
import type { Kind } from "./thoroughness.js";
import { effortFor, patienceFor } from "./thoroughness.js";
import { FlatMemory, watchProcess } from "./watch.js";

const watch = watchProcess();

interface Sent {
  readonly input: HttpInput;
  /** How the bytes of the body are changed. */
  readonly change?: (bytes: Uint8Array) => Buffer<ArrayBuffer>;
}

const spoiledText: fc.Arbitrary<Sent> = httpInputs.map((input) => ({ input }));
const spoiledBytes: fc.Arbitrary<Sent> = fc
  .tuple(
    httpInputs.filter(({ body }) => body !== undefined),
    edits,
  )
  .map(([input, all]) => ({ input, change: (bytes) => edited(bytes, all), [fc.toStringMethod]: () => fc.stringify([input, all]) }));

for (const [kind, inputs] of [
  ["json", spoiledText],
  ["bytes in bodies", spoiledBytes],
] as const satisfies readonly (readonly [Kind, fc.Arbitrary<Sent>])[]) {
  const effort = effortFor(kind);
  test(
    `whatever ${kind} comes over HTTP is answered as its version says`,
    async () => {
      const { definition, options, notes } = createTarget();
      const { fetch, close } = createA2AHandler({ definition }, options);
      const memory = new FlatMemory(effort);
      let known: readonly string[] = [];
      let sent = 0;
      let served = 0;
      await fc.assert(
        fc.asyncProperty(inputs, async (one) => {
          if (sent % 500 === 0) known = await makeKnown(fetch);
          sent += 1;
          notes.clear();
          const { answer, asked } = await answerTo(fetch, one, known);
          const isAskedToBreak = one.input.headers["x-fuzz-break"] !== undefined;
          expect([...problemsOf(answer, one.input.verb, asked), ...faultsOf(notes, isAskedToBreak), ...watch.unheard()]).toEqual([]);
          if (answer.status === 200 && !answer.text.includes('"error"')) served += 1;
          memory.count();
          // Without a network nothing else lets timers go off.
          await setImmediate();
        }),
        effort,
      );
      // Where nothing gets through, nothing is tried.
      expect(served).toBeGreaterThan(sent / 100);
      await makeKnown(fetch);
      await close();
      memory.expectFlat(kind);
    },
    patienceFor(effort),
  );
}

async function answerTo(
  fetch: (request: Request) => Promise<Response>,
  { input: { verb, path, headers, body }, change }: Sent,
  known: readonly string[],
): Promise<{ readonly answer: HttpAnswer; readonly asked: string }> {
  const text = withKnown(body ?? "", known);
  const bytes = change ? change(Buffer.from(text)) : Buffer.from(text);
  const hasBody = body !== undefined && verb !== "GET" && verb !== "HEAD";
  const request = new Request(`http://agent.test${withKnown(path, known)}`, { method: verb, headers, ...(hasBody && { body: bytes }) });
  const response = await fetch(request);
  return {
    answer: { status: response.status, type: response.headers.get("content-type"), text: await read(response) },
    asked: bytes.toString(),
  };
}

/** Reads a body to its end, and of a stream what comes in the first moments. */
async function read(response: Response): Promise<string> {
  if (response.headers.get("content-type") !== "text/event-stream") return response.text();
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const timer = setTimeout(() => void reader?.cancel(), 30);
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) text += decoder.decode(next.value, { stream: true });
  clearTimeout(timer);
  return text;
}
