import { describe, expect, test } from "vitest";
import type { Answered } from "./rpc.js";
import { answered, countTasks, post, say, sendFor } from "./rpc.js";
import { agentOf, echo, subjects } from "./subjects.js";

const json = { "content-type": "application/json" };
const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hi" }] };
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } });

describe.each(subjects)("$name", ({ open }) => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/json", "application/json-seq", "", "nonsense;;"]) {
    test(`content type "${type}" is refused with 415, as JSON, and nothing is stored`, async () => {
      const served = await open(echo);
      const answer = await post(served, new TextEncoder().encode(body), { "content-type": type, "a2a-version": "1.0" });
      expect([answer.status, answer.error?.code, answer.id]).toEqual([415, -32005, null]);
      expect(await countTasks(served)).toBe(0);
    });
  }

  for (const [path, code] of [
    ["/", -32005],
    ["/message:send", 415],
  ] as const) {
    test(`a compressed body at ${path} is refused with 415, as JSON`, async () => {
      const served = await open(echo);
      const compressed = new Uint8Array([31, 139, 8, 0, 0, 0, 0, 0]);
      const headers = { ...json, "content-encoding": "gzip", "a2a-version": "1.0" };
      const response = await served.fetch(path, { method: "POST", headers, body: compressed });
      const { status, error, text } = await answered(response);
      expect([status, error?.code]).toEqual([415, code]);
      expect(text).toContain("content-encoding gzip is not read");
    });
  }

  for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON", "application/a2a+json"]) {
    test(`content type "${type}" is taken`, async () => {
      const served = await open(echo);
      expect((await post(served, body, { "content-type": type })).error).toBeUndefined();
    });
  }

  for (const verb of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    test(`${verb} on the endpoint is refused with 405 and Allow: POST`, async () => {
      const served = await open(echo);
      const response = await served.fetch("/", { method: verb, ...(!["GET", "HEAD"].includes(verb) && { headers: json, body }) });
      expect([response.status, response.headers.get("allow"), response.headers.get("content-type")]).toEqual([
        405,
        "POST",
        "application/json",
      ]);
      if (verb !== "HEAD") expect((await response.json()).error.code).toBe(-32601);
      expect(await countTasks(served)).toBe(0);
    });
  }

  for (const [verb, path, status, allow, code] of [
    ["GET", "/nowhere", 404, null, 404],
    ["POST", "/nowhere", 404, null, 404],
    ["POST", "/%2e%2e/", 404, null, -32601],
    ["POST", "/.well-known/agent-card.json", 405, "GET, HEAD", -32601],
    ["GET", "/.well-known/agent-card.json/", 404, null, 404],
  ] as const) {
    test(`${verb} ${path} is refused with ${status}, as JSON`, async () => {
      const served = await open(echo);
      const response = await served.fetch(path, { method: verb, ...(verb === "POST" && { headers: json, body }) });
      expect(response.headers.get("allow")).toBe(allow);
      const { status: got, error } = await answered(response);
      // The fetch standard resolves dots, escaped ones too, before the server sees them.
      if (!path.includes("%2e") || got === status) expect([got, error?.code]).toEqual([status, code]);
    });
  }

  for (const [header, query, isServed] of [
    [undefined, undefined, true],
    ["", undefined, true],
    ["1.0", undefined, true],
    ["1.0.1", undefined, true],
    [" 1.0 ", undefined, true],
    [undefined, "1.0", true],
    [undefined, "1.0.7", true],
    ["1.0", "2.0", true],
    ["2.0", "1.0", false],
    ["2.0", undefined, false],
    ["0.9", undefined, false],
    ["1", undefined, false],
    ["1.0-beta", undefined, false],
    ["latest", undefined, false],
    ["1.0, 1.0", undefined, false],
    ["__proto__", undefined, false],
    [undefined, "banana", false],
  ] as const) {
    test(`A2A-Version ${header === undefined ? "" : `header "${header}" `}${query ? `query "${query}" ` : ""}is ${isServed ? "" : "not "}served`, async () => {
      const served = await open(echo);
      const path = query === undefined ? "/" : `/?A2A-Version=${query}`;
      const answer = await post(served, body, { ...json, ...(header !== undefined && { "a2a-version": header }) }, path);
      expect([answer.status, answer.error?.code]).toEqual([200, isServed ? undefined : -32009]);
      if (!isServed)
        expect(infoOf(answer)).toMatchObject({
          reason: "VERSION_NOT_SUPPORTED",
          metadata: { supportedVersions: expect.stringContaining("1.0") },
        });
      expect(await countTasks(served)).toBe(isServed ? 1 : 0);
    });
  }

  for (const [hint, isDetailed] of [
    ["1.0", true],
    ["1.0.3", true],
    [undefined, false],
  ] as const) {
    test(`an unknown method with version ${hint ?? "left out"} is refused ${isDetailed ? "in the shape of 1.0" : "in a shape that every version reads"}`, async () => {
      const served = await open(echo);
      const unknown = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "Nonsense", params: {} });
      const answer = await post(served, unknown, { ...json, ...(hint && { "a2a-version": hint }) });
      expect(answer.error?.code).toBe(-32601);
      expect(answer.error?.data !== undefined).toBe(isDetailed);
    });
  }

  test("a body at the limit is taken and one byte more is refused with 413, as JSON, and nothing is stored", async () => {
    const served = await open(echo, { maxBodyBytes: body.length });
    const long = await post(served, `${body} `);
    expect([long.status, long.error?.code, long.id]).toEqual([413, -32600, null]);
    expect(await countTasks(served)).toBe(0);
    expect((await post(served, body)).error).toBeUndefined();
  });

  test("a body over the limit is refused with 413 though its length is not announced", async () => {
    const served = await open(echo, { maxBodyBytes: 1000 });
    let chunks = 2;
    const unannounced = new ReadableStream({
      pull: (sink) => {
        if (chunks > 0) sink.enqueue(new Uint8Array(600));
        else sink.close();
        chunks -= 1;
      },
    });
    const long = await post(served, unannounced);
    expect([long.status, long.error?.code]).toEqual([413, -32600]);
    expect((await sendFor(served, say("hi"))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("a body far over the limit is refused before the whole of it was sent", async () => {
    const served = await open(echo, { maxBodyBytes: 1000 });
    let pulled = 0;
    const endless = new ReadableStream({
      pull: (sink) => {
        pulled += 1;
        if (pulled > 10_000) sink.close();
        else sink.enqueue(new Uint8Array(10_000));
      },
    });
    const { status } = await post(served, endless);
    expect([status, pulled < 10_000]).toEqual([413, true]);
  });

  test("what authenticate throws stays out of the answer and goes to the logger", async () => {
    const told: unknown[] = [];
    const log = (facts: object): void => void told.push(facts);
    const refuse = (): never => {
      throw new Error("secret: db password");
    };
    const served = await open(echo, { authenticate: refuse, logger: { debug: log, info: log, warn: log, error: log } });
    const answer = await post(served, body);
    expect([answer.status, answer.error?.code]).toEqual([200, -32603]);
    expect(answer.text).not.toContain("secret");
    expect(String(Object.values(told[0] ?? {})[0])).toContain("secret");
  });

  test("only extensions that the card declares are active, and the answer names them", async () => {
    const seen: unknown[] = [];
    const agent = agentOf(async ({ extensions, parameters }) => void seen.push(extensions, parameters));
    const served = await open({ ...agent, card: { name: "Extended", capabilities: { extensions: [{ uri: "urn:a" }, { uri: "urn:b" }] } } });
    const headers = { ...json, "a2a-extensions": "urn:b, urn:unknown,urn:a", "a2a-trace": "t" };
    expect((await post(served, body, headers)).headers.get("a2a-extensions")).toBe("urn:b, urn:a");
    expect(seen).toEqual([["urn:b", "urn:a"], { "a2a-extensions": "urn:b, urn:unknown,urn:a", "a2a-trace": "t" }]);
  });
});

function infoOf({ error }: Answered): unknown {
  return error?.data?.find((detail) => detail["@type"] === "type.googleapis.com/google.rpc.ErrorInfo");
}
