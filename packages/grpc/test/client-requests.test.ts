import type { CredentialNeed } from "@a2a/client";
import type { AgentCard, SecurityScheme } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { descriptors } from "../src/binding.js";
import { createCodecs } from "../src/codec/codec.js";
import { cardAt } from "./card-at.js";
import type { RawCall } from "./handmade.js";
import { answerTo, ending, handmade, meet } from "./handmade.js";

const done = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };

function answer(call: RawCall): void {
  call.write(answerTo("GetTask", done));
  call.end();
}

describe("beside its message a call says", () => {
  test("the version, the extensions, the trace and the caller's headers", async () => {
    const { url, calls } = await handmade(answer);
    const client = await meet(cardAt(url), { headers: { "X-One": "1", "x-two": "2" } });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await client.getTask("t", {
      headers: { "x-two": "two", "x-three-bin": Buffer.from([0, 255]).toString("base64") },
      extensions: ["https://a.example/x", "https://b.example/y"],
      trace: { traceparent, tracestate: "v=1" },
    });
    expect(calls[0]?.metadata.getMap()).toMatchObject({
      "a2a-version": "1.0",
      "a2a-extensions": "https://a.example/x, https://b.example/y",
      "x-one": "1",
      "x-two": "two",
      "x-three-bin": Buffer.from([0, 255]),
      traceparent,
      tracestate: "v=1",
    });
  });

  test("in 0.3 the extensions by their older name", async () => {
    const { url, calls } = await handmade((call) => {
      call.write(answerTo("GetTask", done, "0.3"));
      call.end();
    }, "0.3");
    await (await meet(cardAt(url, "0.3"))).getTask("t", { extensions: ["https://a.example/x"] });
    expect(calls[0]?.metadata.getMap()).toMatchObject({ "a2a-version": "0.3", "x-a2a-extensions": "https://a.example/x" });
    expect(calls[0]?.getPath()).toBe("/a2a.v1.A2AService/GetTask");
  });

  for (const [name, headers] of [
    ["a name that HTTP/2 has for itself", { connection: "close" }],
    ["a name of gRPC's own", { "grpc-timeout": "1S" }],
    ["a name that metadata cannot have", { "x!": "1" }],
    ["a value beyond ASCII", { "x-secret": "geheim-ä" }],
  ] as const) {
    test(`nothing with ${name}, which is a TypeError without the value`, async () => {
      const { url, calls } = await handmade(answer);
      const failure = await (await meet(cardAt(url))).getTask("t", { headers }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(TypeError);
      expect(String(failure)).toContain(Object.keys(headers)[0]);
      expect(String(failure)).not.toContain("geheim");
      expect(calls).toHaveLength(0);
    });
  }
});

describe("in 0.3 a message", () => {
  async function configurationOf(options: object): Promise<unknown> {
    const { url, calls } = await handmade((call) => {
      call.write(answerTo("SendMessage", { message: { messageId: "m", role: "ROLE_AGENT", content: [{ text: "x" }] } }, "0.3"));
      call.end();
    }, "0.3");
    await (await meet(cardAt(url, "0.3"))).send("hi", options);
    const { rpcs } = descriptors["0.3"] ?? {};
    const input = rpcs?.SendMessage?.input;
    if (!input) throw new TypeError("no SendMessage");
    const read = createCodecs({})(input).decode(calls[0]?.request ?? Buffer.alloc(0));
    return read.ok ? Object(read.value).configuration : undefined;
  }

  for (const [name, options, expected] of [
    ["without a configuration says nothing of waiting", {}, undefined],
    [
      "with one always says whether its sender waits",
      { acceptedOutputModes: ["text/plain"] },
      { acceptedOutputModes: ["text/plain"], blocking: true },
    ],
    ["whose sender does not wait does not say so", { returnImmediately: true, historyLength: 3 }, { historyLength: 3 }],
    ["asks for no history by nothing: 0 would be all", { historyLength: 0 }, { blocking: true }],
  ] as const) {
    test(name, async () => {
      expect(await configurationOf(options)).toEqual(expected);
    });
  }
});

describe("credentials", () => {
  const schemes: Readonly<Record<string, SecurityScheme>> = {
    bearer: { httpAuthSecurityScheme: { scheme: "bearer" } },
    basic: { httpAuthSecurityScheme: { scheme: "basic" } },
    header: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
    cookie: { apiKeySecurityScheme: { location: "cookie", name: "key" } },
    query: { apiKeySecurityScheme: { location: "query", name: "key" } },
  };
  const secured = (url: string, name: string): AgentCard => ({
    ...cardAt(url),
    securitySchemes: schemes,
    securityRequirements: [{ schemes: { [name]: {} } }],
  });

  for (const [name, metadata] of [
    ["bearer", { authorization: "Bearer secret" }],
    ["header", { "x-key": "secret" }],
    ["cookie", { cookie: "key=secret" }],
  ] as const) {
    test(`of a scheme "${name}" go with each call as ${Object.keys(metadata)}`, async () => {
      const { url, calls } = await handmade(answer);
      const client = await meet(secured(url, name), { credentials: { [name]: "secret" } });
      await client.getTask("t");
      expect(calls[0]?.metadata.getMap()).toMatchObject(metadata);
    });
  }

  test("for the query have no place in a call: UNAUTHORIZED, without the key", async () => {
    const { url, calls } = await handmade(answer);
    const client = await meet(secured(url, "query"), { credentials: { query: "secret" } });
    const failure = await client.getTask("t").catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "UNAUTHORIZED", message: expect.stringContaining("query") });
    expect(String(failure)).not.toContain("secret");
    expect(calls).toHaveLength(0);
  });

  for (const kind of ["a call", "a stream"] as const) {
    test(`that are refused are renewed once, for ${kind}`, async () => {
      const needs: (string | undefined)[] = [];
      const { url, calls } = await handmade((call) => {
        if (call.metadata.get("authorization")[0] !== "Bearer new") return void call.emit("error", ending(16, "who?"));
        call.write(answerTo(kind === "a call" ? "GetTask" : "SubscribeToTask", kind === "a call" ? done : { task: done }));
        call.end();
      });
      const bearer = ({ rejected }: CredentialNeed): string => {
        needs.push(rejected);
        return rejected === undefined ? "old" : "new";
      };
      const client = await meet(secured(url, "bearer"), { credentials: { bearer } });
      if (kind === "a call") expect(await client.getTask("t")).toMatchObject({ id: "t" });
      else expect(await client.stream("hi").next()).toMatchObject({ value: { task: { id: "t" } } });
      expect(needs).toEqual([undefined, "old"]);
      expect(calls).toHaveLength(2);
    });
  }

  test("that are refused again, or cannot be renewed, are UnauthenticatedError", async () => {
    const { url, calls } = await handmade((call) => call.emit("error", ending(16, "who?")));
    let count = 0;
    const changing = await meet(secured(url, "bearer"), { credentials: { bearer: () => `token-${++count}` } });
    await expect(changing.getTask("t")).rejects.toMatchObject({ code: "UnauthenticatedError" });
    expect(calls).toHaveLength(2);
    const fixed = await meet(secured(url, "bearer"), { credentials: { bearer: "same" } });
    await expect(fixed.getTask("t")).rejects.toMatchObject({ code: "UnauthenticatedError" });
    expect(calls).toHaveLength(3);
  });

  test("are not renewed for another refusal", async () => {
    const { url, calls } = await handmade((call) => call.emit("error", ending(7, "no")));
    let asked = 0;
    const client = await meet(secured(url, "bearer"), { credentials: { bearer: () => `token-${++asked}` } });
    await expect(client.getTask("t")).rejects.toMatchObject({ code: "ForbiddenError" });
    expect([asked, calls.length]).toEqual([1, 1]);
  });
});
