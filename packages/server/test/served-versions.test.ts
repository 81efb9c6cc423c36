import type { Version } from "@a2a/core";
import { createA2AHandler } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { call, post } from "./rpc.js";
import { echo, openFetch } from "./subjects.js";
import { versions } from "./versions.js";

const noHint = { "a2a-version": "" };

describe("the versions that are served", () => {
  for (const served of [["1.0"], ["0.3"], ["0.1"], ["1.0", "0.1"], ["1.0", "0.3", "0.1"]] as const) {
    test(`are ${served.join(", ")} where the option says so, and no other`, async () => {
      const endpoint = await openFetch(echo, { versions: served });
      for (const { version, send, params } of versions) {
        const { result, error } = await call(endpoint, send, params("hi"), { headers: noHint });
        if (served.some((each) => each === version)) expect(result).toBeDefined();
        else expect(error?.code).toBe(-32601);
      }
    });
  }

  test("are named where a request asks for another, in the shape of 1.0, whichever they are", async () => {
    const endpoint = await openFetch(echo, { versions: ["0.3", "0.1"] });
    const { error } = await call(endpoint, "message/send", {}, { headers: { "a2a-version": "1.0" } });
    expect(error).toMatchObject({
      code: -32009,
      data: [{ reason: "VERSION_NOT_SUPPORTED", metadata: { supportedVersions: "0.3, 0.2, 0.1" } }],
    });
  });

  test("are those of the card", async () => {
    const endpoint = await openFetch(echo, { versions: ["1.0", "0.1"] });
    const card = await (await endpoint.fetch("/.well-known/agent-card.json")).json();
    expect(card.supportedInterfaces).toEqual([
      { url: "http://agent.test/", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: "http://agent.test", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      { url: "http://agent.test/", protocolBinding: "JSONRPC", protocolVersion: "0.1" },
    ]);
  });

  for (const [what, wrong] of [
    ["none", []],
    ["one that nobody knows", ["2.0"]],
  ] as const) {
    test(`cannot be ${what}`, () => {
      // safe: what a caller without types may write
      expect(() => createA2AHandler({ definition: echo }, { versions: wrong as readonly Version[] })).toThrow(/versions must/);
    });
  }
});

describe("a request that names a version and uses a method of another", () => {
  for (const { version, send, params } of versions) {
    for (const hint of versions.map((each) => each.version).filter((each) => each !== version)) {
      test(`${send} with ${hint} is answered in ${version}, and refused where versions are strict`, async () => {
        const headers = { "a2a-version": hint };
        expect((await call(await openFetch(echo), send, params("hi"), { headers })).result).toBeDefined();
        const { error } = await call(await openFetch(echo, { strictVersion: true }), send, params("hi"), { headers });
        expect(error?.code).toBe(-32601);
      });
    }

    test(`${send} with ${version}, or with none, is answered where versions are strict`, async () => {
      const endpoint = await openFetch(echo, { strictVersion: true });
      expect((await call(endpoint, send, params("hi"), { headers: { "a2a-version": version } })).result).toBeDefined();
      expect((await call(endpoint, send, params("hi"), { headers: noHint })).result).toBeDefined();
    });
  }

  test("tasks/get, which 1.0 does not have, is refused with 1.0 where versions are strict", async () => {
    const endpoint = await openFetch(echo, { strictVersion: true });
    expect((await call(endpoint, "tasks/get", { id: "t" }, { headers: { "a2a-version": "1.0" } })).error?.code).toBe(-32601);
    expect((await call(endpoint, "tasks/get", { id: "t" }, { headers: { "a2a-version": "0.3" } })).error?.code).toBe(-32001);
  });
});

describe("a request of HTTP+JSON that names a version", () => {
  for (const [path, hint, said, strict] of [
    ["/tasks/t", "1.0", "there is no task t", "there is no task t"],
    ["/tasks/t", "", "there is no task t", "there is no task t"],
    ["/tasks/t", "0.3", "there is no task t", "what is asked is of version 1.0, not of 0.3"],
    ["/v1/tasks/t", "0.2", "there is no task t", "there is no task t"],
    ["/v1/tasks/t", "1.0", "there is no task t", "what is asked is of version 0.3, not of 1.0"],
  ] as const) {
    test(`"${hint}" at ${path} is answered "${said}", and "${strict}" where versions are strict`, async () => {
      for (const [strictVersion, detail] of [
        [false, said],
        [true, strict],
      ] as const) {
        const response = await (await openFetch(echo, { strictVersion })).fetch(path, { headers: { "a2a-version": hint } });
        expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(detail)]);
      }
    });
  }
});

describe("a request without the version of JSON-RPC", () => {
  for (const method of ["tasks/get", "tasks/cancel", "tasks/send"]) {
    test(`is taken for ${method}, which 0.1 has`, async () => {
      const message = { role: "user", parts: [{ type: "text", text: "hi" }] };
      const { result, error } = await post(await openFetch(echo), JSON.stringify({ method, params: { id: "unknown", message } }), {
        "content-type": "application/json",
      });
      expect(result === undefined ? error?.code : "answered").toBe(method === "tasks/send" ? "answered" : -32001);
    });
  }

  test("is refused for a method that 0.1 does not have", async () => {
    const { error } = await post(await openFetch(echo), JSON.stringify({ method: "message/send", params: {} }), {
      "content-type": "application/json",
    });
    expect(error?.code).toBe(-32600);
  });

  test("is refused where 0.1 is not served", async () => {
    const endpoint = await openFetch(echo, { versions: ["1.0", "0.3"] });
    const { error } = await post(endpoint, JSON.stringify({ method: "tasks/get", params: { id: "t" } }), {
      "content-type": "application/json",
    });
    expect(error?.code).toBe(-32600);
  });
});
