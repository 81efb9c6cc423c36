import type { Fetch } from "@a2a/client";
import type { Ending, Planned } from "./fault.js";
import type { Lane } from "./lane.js";
import { kindOf, noteHead, openLedger } from "./lane.js";
import type { Spoiled } from "./spoil.js";
import { spoil } from "./spoil.js";

/** A lane without a network in between: the same faults, as a fetch shows them. */
export function openFaultyFetch(url: string, upstream: Fetch, plan: readonly Planned[]): Lane {
  const { exchanges, begin } = openLedger(plan);
  return {
    url,
    exchanges,
    async fetch(request) {
      const { method, headers, signal } = request;
      const body = request.body ? await request.text() : undefined;
      const going = begin(kindOf(method, body ?? ""));
      const answer = await spoil(going.fault, async () => {
        const response = await upstream(new Request(request.url, { method, headers, signal, ...(body !== undefined && { body }) }));
        return { status: response.status, headers: Object.fromEntries(response.headers), body: chunksOf(response) };
      });
      if (!("ending" in answer)) {
        noteHead(going, answer.headers);
        const over = (): void => {
          going.phase = "over";
        };
        return new Response(bodyOf(answer, { signal, over }), { status: answer.status, headers: { ...answer.headers } });
      }
      if (answer.ending === "stall") await aborted(signal);
      going.phase = "over";
      throw new TypeError("fetch failed");
    },
  };
}

async function* chunksOf({ body }: Response): AsyncGenerator<Buffer, void> {
  for await (const chunk of body ?? []) yield Buffer.from(chunk);
}

function bodyOf({ body }: Spoiled, { signal, over }: { readonly signal: AbortSignal; over(): void }): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await body.next();
      if (!next.done) return controller.enqueue(next.value);
      await finish(controller, next.value, signal);
      over();
    },
    async cancel() {
      over();
      await body.return("close");
    },
  });
}

async function finish(controller: ReadableStreamDefaultController, ending: Ending, signal: AbortSignal): Promise<void> {
  switch (ending) {
    case "end":
      return controller.close();
    case "stall":
      await aborted(signal);
      return controller.error(signal.reason);
    case "close":
    case "reset":
      return controller.error(new TypeError("terminated"));
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
