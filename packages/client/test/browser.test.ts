import { createContext, runInContext } from "node:vm";
import type { Client, ConnectOptions } from "@a2a/client";
import type { Task } from "@a2a/core";
import { versions as versionsThereAre } from "@a2a/core";
import type { AgentDefinition } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "./bundle.js";
import { entries } from "./entries.js";

const echo: AgentDefinition = {
  card: { name: "Echo" },
  async *run({ text }) {
    yield `echo: ${text}`;
  },
};

/** What a page has of the platform, as far as a client may need it; no `process`, no `Buffer`, no `require`, no `fetch` either. */
const webGlobals = {
  AbortController,
  AbortSignal,
  atob,
  btoa,
  clearTimeout,
  crypto: globalThis.crypto,
  DOMException,
  Event,
  EventTarget,
  Headers,
  queueMicrotask,
  ReadableStream,
  Request,
  Response,
  setTimeout,
  structuredClone,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  // Bytes of the platform's streams are of its own realm.
  Uint8Array,
};

/** The bundle's exports. */
interface Page {
  connect(target: string, options: ConnectOptions): Promise<Client>;
  textOf(task: unknown): string;
}

/** A page that a bundle was loaded into. */
function load(code: string): Page {
  const page = createContext({ ...webGlobals });
  runInContext(code, page);
  // safe: these are the entry's exports
  return runInContext("a2a", page) as Page;
}

/** A client in a page, of an agent without a network. */
async function opened(code: string, options: Partial<ConnectOptions> = {}): Promise<{ page: Page; client: Client }> {
  const handler = createA2AHandler({ definition: echo }, { versions: versionsThereAre.map(({ wire }) => wire) });
  onTestFinished(() => handler.close());
  const page = load(code);
  return { page, client: await page.connect("http://agent.test/", { fetch: handler.fetch, ...options }) };
}

test("the page has nothing of Node's", () => {
  const page = createContext({ ...webGlobals });
  expect(runInContext("[typeof process, typeof Buffer, typeof require, typeof fetch, typeof setImmediate].join()", page)).toBe(
    Array(5).fill("undefined").join(),
  );
});

for (const { name, versions } of entries) {
  describe(`${name} in a browser`, () => {
    let code = "";

    beforeAll(async () => {
      const contents = `export { connect } from "${name}"; export { textOf } from "@a2a/core";`;
      ({ code } = await bundle({ contents }, { format: "iife", globalName: "a2a" }));
    });

    for (const version of versions) {
      test(`connect, send, stream, getTask and an error work, in version ${version}`, async () => {
        const { client, page } = await opened(code, { versions: [version] });
        // safe: the agent answers with tasks
        const task = (await client.send("hi")) as Task;
        expect(page.textOf(task)).toBe("echo: hi");
        expect(page.textOf(await client.getTask(task.id))).toBe("echo: hi");
        const texts: string[] = [];
        for await (const { artifactUpdate } of client.stream("ho")) if (artifactUpdate) texts.push(page.textOf(artifactUpdate.artifact));
        expect(texts).toEqual(["echo: ho"]);
        await expect(client.getTask("none")).rejects.toMatchObject({ name: "A2AError", code: "TaskNotFoundError" });
      });
    }

    test("a page without fetch is told of it as NETWORK", async () => {
      await expect(load(code).connect("http://agent.test/", {})).rejects.toMatchObject({ name: "LocalError", code: "NETWORK" });
    });

    test("giving up works: the reason of a signal, and the time", async () => {
      const page = load(code);
      const fetch = (): Promise<Response> => new Promise(() => undefined);
      const reason = new Error("changed my mind");
      await expect(page.connect("http://agent.test/", { fetch, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      await expect(page.connect("http://agent.test/", { fetch, timeoutMs: 20 })).rejects.toMatchObject({ code: "TIMEOUT" });
    });

    test("a redirect that the browser does not show is refused", async () => {
      const hidden = Object.defineProperties(new Response(null), { type: { value: "opaqueredirect" }, status: { value: 0 } });
      await expect(load(code).connect("http://agent.test/", { fetch: async () => hidden })).rejects.toMatchObject({
        code: "BAD_RESPONSE",
        message: expect.stringContaining("redirects are not followed"),
      });
    });
  });
}
