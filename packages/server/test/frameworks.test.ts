// An agent in the frameworks that people have: what a caller sees is the same in each.

import type { OperationReport } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { mounts, open } from "./mounts.js";
import { brief, call, eventsOf, post, say, send, sendFor, streamed } from "./rpc.js";
import { agentOf, echo, gate } from "./subjects.js";

const cardPath = "/.well-known/agent-card.json";

async function cardAt(url: string): Promise<{ readonly supportedInterfaces: readonly { readonly url: string }[] }> {
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  return response.json();
}

describe.each(mounts)("$name", (mount) => {
  test("a call is answered, with a slash at the end of the address and without", async () => {
    const served = await open(mount, echo);
    expect((await sendFor(served, say("hi"))).artifacts?.[0]?.parts).toEqual([{ text: "echo: hi" }]);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });
    expect(await post(served, body, { "content-type": "application/json" }, "")).toMatchObject({ status: 200, error: undefined });
  });

  test("a body of the media type of 1.0 is taken", async () => {
    const served = await open(mount, echo);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });
    expect(await post(served, body, { "content-type": "application/a2a+json" })).toMatchObject({ status: 200, error: undefined });
  });

  test("what is no call is refused as JSON", async () => {
    const served = await open(mount, echo);
    expect((await call(served, "NoSuchMethod", {})).error?.code).toBe(-32601);
    const verb = await served.fetch("/", { method: "PUT" });
    expect([verb.status, verb.headers.get("allow"), (await verb.json()).error.code]).toEqual([405, "POST", -32601]);
  });

  test("events of a stream arrive as they happen", async () => {
    const [first, second] = [gate(), gate()];
    const served = await open(
      mount,
      agentOf(async function* () {
        yield "one";
        await first.passed;
        yield "two";
        await second.passed;
        yield "three";
      }),
    );
    const seen: string[] = [];
    for await (const event of eventsOf(await send(served, "SendStreamingMessage", { message: say("hi") }))) {
      seen.push(brief(streamed(event)));
      if (seen.at(-1) === "artifact one") first.open();
      if (seen.at(-1) === "artifact two") second.open();
    }
    expect(seen).toEqual(["task WORKING", "artifact one", "artifact two", "artifact three", "status COMPLETED"]);
  });

  test("a client that goes away in the middle of a stream ends the stream, and not the task", async () => {
    const [ended, finished] = [gate(), gate()];
    const reports: OperationReport[] = [];
    const served = await open(
      mount,
      agentOf(async function* ({ signal }) {
        yield "one";
        await ended.passed;
        yield "two";
        expect(signal.aborted).toBe(false);
        finished.open();
      }),
      {
        onOperation(report) {
          reports.push(report);
          ended.open();
        },
      },
    );
    const leaving = new AbortController();
    const response = await send(served, "SendStreamingMessage", { message: say("hi") }, { signal: leaving.signal });
    for await (const event of eventsOf(response)) if (brief(streamed(event)) === "artifact one") break;
    leaving.abort();
    await ended.passed;
    expect(reports).toMatchObject([{ operation: "SendStreamingMessage", events: 2 }]);
    await finished.passed;
  });

  test("the card names the address that it was found at, and a call to that is answered", async () => {
    const served = await open(mount, echo);
    const { supportedInterfaces } = await cardAt(`${served.url}${cardPath}?x=1`);
    const [{ url } = { url: "" }] = supportedInterfaces;
    expect(url.replace(/\/$/, "")).toBe(served.url);
    expect((await sendFor({ ...served, fetch: (_path, init) => fetch(url, init) }, say("hi"))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test(`the card is ${mount.isKnownAtOrigin ? "" : "not "}found at the origin`, async () => {
    const served = await open(mount, echo);
    const atOrigin = new URL(cardPath, served.url).href;
    if (!mount.isKnownAtOrigin) expect((await fetch(atOrigin)).status).toBe(404);
    else expect(await cardAt(atOrigin)).toEqual(await cardAt(served.url + cardPath));
  });

  test(`what the agent does not serve is left to ${mount.leftTo}`, async () => {
    const served = await open(mount, echo);
    const below = await served.fetch("/nowhere", { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
    const isJson = below.headers.get("content-type") === "application/json";
    expect([below.status, isJson ? (await below.json()).error.code : await below.text()]).toEqual(
      mount.leftTo === "the agent" ? [404, 404] : [404, expect.stringContaining("Cannot POST")],
    );
    const page = await fetch(new URL("/page", served.url));
    const hasPage = !mount.name.startsWith("node:http");
    expect([page.status, hasPage && (await page.text())]).toEqual(hasPage ? [200, "page"] : [404, false]);
  });

  test("the OpenAPI document is below the mount, and says so", async () => {
    const served = await open(mount, echo, { openApi: true });
    const { servers } = await (await served.fetch("/openapi.json")).json();
    expect(servers[0]).toEqual({ url: mount.at || "/" });
  });
});
