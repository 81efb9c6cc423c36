// Who calls over HTTP+JSON, in which version, with which extensions, and who is told of it.

import { A2AError } from "@a2a/core";
import type { HandlerOptions, OperationReport } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import { ask, reach, reasonOf } from "./rest.js";
import { countTasks, say, sendFor } from "./rpc.js";
import { agentOf, echo, greeter, listeningLogger, openFetch, subjects } from "./subjects.js";
import { openPushing, openReceiver, v10 } from "./webhooks.js";

describe.each(subjects)("$name", ({ open }) => {
  for (const [header, query, isServed] of [
    [undefined, undefined, true],
    ["", undefined, true],
    ["1.0", undefined, true],
    ["1.0.1", undefined, true],
    ["0.3", undefined, true],
    ["0.1", undefined, true],
    [undefined, "1.0", true],
    [undefined, "0.3.0", true],
    ["1.0", "2.0", true],
    ["2.0", "1.0", false],
    ["2.0", undefined, false],
    ["1", undefined, false],
    ["latest", undefined, false],
    ["__proto__", undefined, false],
    [undefined, "banana", false],
  ] as const) {
    test(`A2A-Version ${header === undefined ? "" : `header "${header}" `}${query ? `query "${query}" ` : ""}is ${isServed ? "" : "not "}served, whatever the path is of`, async () => {
      const served = await open(echo);
      const headers = { ...(header !== undefined && { "a2a-version": header }) };
      const answer = await ask(served, "POST", `/message:send${query === undefined ? "" : `?A2A-Version=${query}`}`, {
        json: { message: say("hi") },
        headers,
      });
      expect([answer.status, reasonOf(answer)]).toEqual(isServed ? [200, undefined] : [400, "VERSION_NOT_SUPPORTED"]);
      if (!isServed) {
        expect(answer.error).toMatchObject({
          status: "FAILED_PRECONDITION",
          details: [{ metadata: { supportedVersions: "1.0, 0.3, 0.2, 0.1" } }],
        });
      }
      expect(await countTasks(served)).toBe(isServed ? 1 : 0);
    });
  }

  test("who is nobody is told how to say who it is, who is somebody else is not", async () => {
    const authenticate: HandlerOptions["authenticate"] = (request) => {
      const name = request.header("authorization");
      if (name === undefined) throw new A2AError("UnauthenticatedError", "say who you are");
      if (name !== "Bearer ann") throw new A2AError("ForbiddenError", "this agent serves ann");
      return { user: "ann" };
    };
    const securitySchemes = { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } };
    const served = await open({ ...echo, card: { name: "Guarded", securitySchemes } }, { authenticate });
    for (const [verb, path] of [
      ["GET", "/tasks"],
      ["POST", "/message:send"],
      ["POST", "/message:stream"],
      ["GET", "/tasks/t:subscribe"],
      ["GET", "/extendedAgentCard"],
    ] as const) {
      const nobody = await ask(served, verb, path, verb === "POST" ? { json: {} } : {});
      expect([nobody.status, nobody.error?.status, nobody.headers.get("www-authenticate")]).toEqual([
        401,
        "UNAUTHENTICATED",
        'Bearer realm="Guarded"',
      ]);
      const other = await ask(served, verb, path, { headers: { authorization: "Bearer ben" }, ...(verb === "POST" && { json: {} }) });
      expect([other.status, other.error?.status, other.headers.get("www-authenticate")]).toEqual([403, "PERMISSION_DENIED", null]);
    }
    expect((await ask(served, "GET", "/tasks", { headers: { authorization: "Bearer ann" } })).status).toBe(200);
  });

  for (const [code, status, name] of [
    ["RateLimitedError", 429, "RESOURCE_EXHAUSTED"],
    ["ResourceUnavailableError", 503, "UNAVAILABLE"],
  ] as const) {
    test(`${code} is answered with ${status} and when to come back`, async () => {
      const served = await open(echo, {
        authenticate() {
          throw new A2AError(code, "too much");
        },
      });
      const answer = await ask(served, "GET", "/tasks");
      expect([answer.status, answer.error?.code, answer.error?.status, answer.headers.get("retry-after")]).toEqual([
        status,
        status,
        name,
        "1",
      ]);
    });
  }

  test("what is read is kept by no cache: it is for one caller, and may be another the next time", async () => {
    const served = await open(
      agentOf(async () => "hi", { extendedCard: { description: "more" } }),
      { authenticate: () => ({ user: "ann" }) },
    );
    const { id } = await sendFor(served, say("hi"));
    for (const path of [`/tasks/${id}`, "/tasks", "/extendedAgentCard", "/tasks/nowhere", "/nowhere", `/v1/tasks/${id}`, "/v1/card"]) {
      expect([path, (await reach(served, "GET", path)).headers.get("cache-control")]).toEqual([path, "private, no-store"]);
    }
  });

  test("what authenticate throws stays out of the answer and goes to the logger", async () => {
    const { logger, told } = listeningLogger();
    const authenticate = (): never => {
      throw new Error("secret: db password");
    };
    const answer = await ask(await open(echo, { authenticate, logger }), "GET", "/tasks");
    expect([answer.status, answer.error?.status, reasonOf(answer)]).toEqual([500, "INTERNAL", "INTERNAL"]);
    expect(answer.text).not.toContain("secret");
    expect(told.map(({ facts }) => String(Object(facts).error))).toEqual(["Error: secret: db password"]);
  });

  test("the extensions that are active are named in the answer, of a stream as well, and the agent is told of them", async () => {
    const seen: unknown[] = [];
    const agent = agentOf(async ({ extensions, parameters }) => void seen.push(extensions, parameters));
    const served = await open({ ...agent, card: { name: "Extended", capabilities: { extensions: [{ uri: "urn:a" }, { uri: "urn:b" }] } } });
    const headers = { "a2a-extensions": "urn:b, urn:unknown,urn:a", "a2a-trace": "t" };
    for (const path of ["/message:send", "/message:stream"]) {
      const response = await reach(served, "POST", path, { json: { message: say("hi") }, headers });
      expect([response.headers.get("a2a-extensions"), response.headers.get("x-a2a-extensions")]).toEqual(["urn:b, urn:a", null]);
      await response.text();
      expect(seen.splice(0)).toEqual([["urn:b", "urn:a"], headers]);
    }
  });

  test("a required extension that the caller leaves out is asked for", async () => {
    const served = await open({ ...echo, card: { name: "Strict", capabilities: { extensions: [{ uri: "urn:a", required: true }] } } });
    const answer = await ask(served, "GET", "/tasks");
    expect([answer.status, reasonOf(answer)]).toEqual([400, "EXTENSION_SUPPORT_REQUIRED"]);
    expect((await ask(served, "GET", "/tasks", { headers: { "a2a-extensions": "urn:a" } })).status).toBe(200);
  });
});

test("a webhook that was registered over HTTP+JSON is told what one of JSON-RPC is told", async () => {
  const receiver = await openReceiver();
  const served = await openPushing(greeter);
  const { id } = await sendFor(served, say("hi"));
  await ask(served, "POST", `/tasks/${id}/pushNotificationConfigs`, { json: { url: `${receiver.url}/rest`, token: "t" } });
  await v10.set(served, id, { url: `${receiver.url}/rpc`, token: "t" });
  await ask(served, "POST", "/message:send", { json: { message: say("Ann", { taskId: id }) } });
  await served.close();
  const [overRest = [], overRpc] = ["/hook/rest", "/hook/rpc"].map((at) =>
    receiver.told
      .filter(({ path }) => path === at)
      .map(({ body, headers }) => ({ body, type: headers["content-type"], token: headers["x-a2a-notification-token"] })),
  );
  expect(overRest).toEqual(overRpc);
  expect(overRest.at(-1)).toMatchObject({ body: { statusUpdate: { taskId: id } }, type: "application/a2a+json", token: "t" });
});

test("onOperation is told of refusals over HTTP+JSON by the same names, and of nothing that is no operation", async () => {
  const reports: OperationReport[] = [];
  const served = await openFetch(echo, { onOperation: (report) => void reports.push(report) });
  await ask(served, "GET", "/acme/tasks/nowhere", { headers: { "a2a-version": "1.0" } });
  await ask(served, "POST", "/message:stream", { json: {} });
  await ask(served, "POST", "/message:send", { body: "{" });
  await ask(served, "GET", "/nowhere");
  await ask(served, "PUT", "/tasks");
  const expected = { version: "1.0", binding: "HTTP+JSON", durationMs: expect.any(Number) };
  await vi.waitFor(() =>
    expect(reports).toEqual([
      { ...expected, operation: "GetTask", tenant: "acme", error: "TaskNotFoundError" },
      { ...expected, operation: "SendStreamingMessage", error: "InvalidParamsError" },
    ]),
  );
});
