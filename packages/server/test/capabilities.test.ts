// What a card offers and demands is what is served: extensions, media types, the extended card, tenants, and what an agent learns of a request.

import type { Part } from "@a2a/core";
import { A2AError, isAgentCard, validate } from "@a2a/core";
import type { AgentCardInput, AgentDefinition, HandlerOptions, Turn } from "@a2a/server";
import { createA2AHandler, defineAgent } from "@a2a/server";
import { describe, expect, test } from "vitest";
import type { RpcOptions } from "./rpc.js";
import { answered, call, countTasks, getTask, say, send, sendFor } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, echo, greeter, listeningLogger, openFetch } from "./subjects.js";
import { versions } from "./versions.js";

/** Headers of a test's callers: `x-user` names them. */
const authenticate: HandlerOptions["authenticate"] = ({ header }) => {
  const user = header("x-user");
  return user === undefined ? {} : { user };
};
const ann: RpcOptions = { headers: { "x-user": "ann" } };

/** An agent that keeps its turns, with a card that says more. */
function listening(card: Partial<AgentCardInput> = {}): { readonly definition: AgentDefinition; readonly turns: Turn[] } {
  const turns: Turn[] = [];
  return { definition: { card: { name: "Listening", ...card }, run: async (turn) => void turns.push(turn) }, turns };
}

/** The turn of an agent that was asked so. */
async function turnOf(params: object, options: RpcOptions & HandlerOptions = {}, card: Partial<AgentCardInput> = {}): Promise<Turn> {
  const { definition, turns } = listening(card);
  const { headers, ...rest } = options;
  const { error } = await call(await openFetch(definition, rest), "SendMessage", params, headers ? { headers } : {});
  expect(error).toBeUndefined();
  return turns[0] ?? expect.fail("no turn");
}

async function cardAt(served: Served, path = "/.well-known/agent-card.json", version = "1.0"): Promise<Record<string, unknown>> {
  return (await served.fetch(path, { headers: { "a2a-version": version } })).json();
}

describe("a required extension", () => {
  const uri = "urn:required";
  const other = "urn:other";
  const card: AgentCardInput = { name: "Strict", capabilities: { extensions: [{ uri, required: true }, { uri: other }] } };
  const codes = { "1.0": -32008, "0.3": -32004, "0.1": -32004 };
  const echoed = { "1.0": "a2a-extensions", "0.3": "x-a2a-extensions", "0.1": undefined };

  for (const { version, send: method, stream, params } of versions) {
    for (const [what, headers] of [
      ["nobody activates", {}],
      ["is not the one that is activated", { "a2a-extensions": `${uri}/2, ${other}` }],
    ] as const) {
      test(`that ${what} refuses a message of ${version}, and nothing is stored`, async () => {
        const served = await openFetch({ ...echo, card });
        expect((await call(served, method, params("hi"), { headers })).error?.code).toBe(codes[version]);
        expect((await answered(await send(served, stream, params("hi"), { headers }))).error?.code).toBe(codes[version]);
        expect(await countTasks(served, { headers: { "a2a-extensions": uri } })).toBe(0);
      });
    }

    for (const name of ["A2A-Extensions", "X-A2A-Extensions"]) {
      test(`is activated by ${name} in ${version}, and ${echoed[version] ?? "no header"} says what is active`, async () => {
        const served = await openFetch({ ...echo, card });
        const headers = { [name]: `urn:unknown,${uri} , ${uri}` };
        for (const asked of [method, stream]) {
          const response = await send(served, asked, params("hi"), { headers });
          expect(response.status).toBe(200);
          const said = ["a2a-extensions", "x-a2a-extensions"].filter((each) => response.headers.has(each));
          expect(said.map((each) => [each, response.headers.get(each)])).toEqual(echoed[version] ? [[echoed[version], uri]] : []);
          expect(await response.text()).not.toContain('"error"');
        }
      });
    }
  }

  test("is required of every operation, a task's reading included; the card itself is for everybody", async () => {
    const served = await openFetch({ ...echo, card });
    for (const [method, params] of [
      ["GetTask", { id: "t" }],
      ["ListTasks", {}],
      ["CancelTask", { id: "t" }],
      ["SubscribeToTask", { id: "t" }],
    ] as const)
      expect([method, (await call(served, method, params)).error?.code]).toEqual([method, -32008]);
    expect(validate(isAgentCard, await cardAt(served)).ok).toBe(true);
  });

  test("is found in either header where both are sent, and what both activate is active", async () => {
    const { definition, turns } = listening(card);
    const headers = { "a2a-extensions": other, "x-a2a-extensions": uri };
    expect((await call(await openFetch(definition), "SendMessage", { message: say("hi") }, { headers })).error).toBeUndefined();
    expect(turns[0]?.extensions).toEqual([other, uri]);
  });
});

describe("media types of a message", () => {
  const part = (mediaType?: string): Part => ({ text: "hi", ...(mediaType !== undefined && { mediaType }) });
  const skill = (id: string, inputModes?: string[]): NonNullable<AgentCardInput["skills"]>[number] => ({
    ...{ id, name: id, description: id, tags: [] },
    ...(inputModes && { inputModes }),
  });

  for (const [what, modes, mediaType, isTaken] of [
    ["the mode itself", ["text/plain"], "text/plain", true],
    ["another type", ["text/plain"], "text/html", false],
    ["a longer type", ["text/plain"], "text/plainer", false],
    ["a type in capitals", ["text/plain"], "Text/PLAIN", true],
    ["a mode in capitals", ["Text/PLAIN"], "text/plain", true],
    ["a type with parameters", ["text/plain"], "text/plain; charset=utf-8", true],
    ["a type with parameters and room before them", ["text/plain"], "text/plain ; charset=utf-8", true],
    ["a mode with parameters", ["text/plain;charset=utf-8"], "text/plain", true],
    ["the second mode", ["text/plain", "image/png"], "image/png", true],
    ["a type of the mode's kind", ["image/*"], "image/png", true],
    ["a type of another kind", ["image/*"], "text/plain", false],
    ["a type whose kind begins alike", ["image/*"], "imagery/png", false],
    ["any type, asked so", ["*/*"], "video/mp4", true],
    ["any type, asked shortly", ["*"], "video/mp4", true],
    ["plain text, as early documents call it", ["text"], "text/plain", true],
    ["no other text by that name", ["text"], "text/html", false],
    ["a part that says none", ["image/png"], undefined, true],
    ["a part that says an empty one", ["image/png"], "", true],
    ["anything where there are no modes", [], "text/plain", false],
  ] as const) {
    test(`${isTaken ? "take" : "refuse"} ${what}: ${mediaType} for ${modes.join(", ")}`, async () => {
      const served = await openFetch({ ...echo, card: { name: "Choosy", defaultInputModes: [...modes] } });
      const { error } = await call(served, "SendMessage", { message: say("", { parts: [part(mediaType)] }) });
      expect([error?.code, await countTasks(served)]).toEqual(isTaken ? [undefined, 1] : [-32005, 0]);
    });
  }

  test("refuse a message for one part, and say which, and what is taken instead", async () => {
    const card = { name: "Choosy", defaultInputModes: ["text/plain"], skills: [skill("see", ["image/*"]), skill("talk")] };
    const served = await openFetch({ ...echo, card });
    const { text } = await call(served, "SendMessage", { message: say("", { parts: [part(), part("text/plain"), part("audio/wav")] }) });
    expect(text).toContain("/message/parts/2: expected one of text/plain, image/*");
  });

  test("of a skill are taken beside the agent's own", async () => {
    const card = { name: "Choosy", defaultInputModes: ["text/plain"], skills: [skill("talk"), skill("see", ["image/*"])] };
    const served = await openFetch({ ...echo, card });
    expect((await sendFor(served, say("", { parts: [part("image/png"), part("text/plain")] }))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("are of no account where the author names none, though the card has to name one", async () => {
    const served = await openFetch({ ...echo, card: { name: "Any", skills: [skill("see", ["image/*"])] } });
    expect(await cardAt(served)).toMatchObject({ defaultInputModes: ["text/plain"] });
    expect((await sendFor(served, say("", { parts: [part("video/mp4")] }))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("are looked at in every message, of every version", async () => {
    const served = await openFetch({ ...greeter, card: { name: "Choosy", defaultInputModes: ["text/plain"] } });
    const { id } = await sendFor(served, say("hi"));
    const { error } = await call(served, "SendMessage", { message: say("", { taskId: id, parts: [part("image/png")] }) });
    expect(error?.code).toBe(-32005);
    const file = { kind: "file", file: { bytes: "aGk=", mimeType: "image/png" } };
    const message = { kind: "message", messageId: "m", role: "user", parts: [file] };
    expect((await call(served, "message/send", { message })).error?.code).toBe(-32005);
    const old = { id: "t", message: { role: "user", parts: [{ ...file, type: "file" }] } };
    expect((await call(served, "tasks/send", old)).error?.code).toBe(-32005);
    expect(await countTasks(served)).toBe(1);
  });
});

describe("the extended card", () => {
  const offering = { name: "Open", description: "For everybody.", capabilities: { extendedAgentCard: true } };
  const methods = [
    ["1.0", "GetExtendedAgentCard"],
    ["0.3", "agent/getAuthenticatedExtendedCard"],
  ] as const;

  for (const [how, method, headers] of [
    ["by its method name", "agent/authenticatedExtendedCard", {}],
    ["by the version that it names", "agent/getAuthenticatedExtendedCard", { "a2a-version": "0.2.5" }],
  ] as const) {
    test(`of an agent that has none is no operation to a client of 0.2, known ${how}`, async () => {
      for (const capabilities of [{ extendedAgentCard: true }, { extendedAgentCard: false }]) {
        const served = await openFetch({ ...echo, card: { ...offering, capabilities } }, { authenticate });
        const { status, error } = await call(served, method, undefined, { headers: { ...ann.headers, ...headers } });
        expect([status, error?.code]).toEqual([200, -32004]);
      }
    });
  }

  for (const [version, method] of methods) {
    test(`of an agent that does not offer one is refused in ${version}, whoever asks`, async () => {
      const served = await openFetch(
        { ...echo, extendedCard: { name: "More" }, card: { ...offering, capabilities: { extendedAgentCard: false } } },
        { authenticate },
      );
      for (const options of [{}, ann]) {
        const { status, error } = await call(served, method, undefined, options);
        expect([status, error?.code]).toEqual([200, version === "1.0" ? -32004 : -32007]);
      }
    });

    test(`is refused with 401 where nobody is known to ask, in ${version}`, async () => {
      const served = await openFetch({ ...echo, card: offering, extendedCard: { description: "secret" } }, { authenticate });
      const { status, error, text } = await call(served, method, undefined);
      expect([status, error?.code, text.includes("secret")]).toEqual([401, -32040, false]);
    });

    test(`that is offered and not there is refused as not configured, in ${version}`, async () => {
      const served = await openFetch({ ...echo, card: offering }, { authenticate });
      const { status, error } = await call(served, method, undefined, ann);
      expect([status, error?.code]).toEqual([200, -32007]);
    });

    test(`says what the public one says, and more, in ${version}`, async () => {
      const extended = { description: "For those we know.", skills: [{ id: "s", name: "S", description: "More.", tags: [] }] };
      const served = await openFetch({ ...echo, card: { ...offering, version: "1.2.3" }, extendedCard: extended }, { authenticate });
      const { result } = await call(served, method, undefined, ann);
      expect(result).toMatchObject({ name: "Open", version: "1.2.3", description: "For those we know.", skills: [{ id: "s" }] });
      expect(result).toEqual({ ...(await cardAt(served, undefined, version)), ...Object(result) });
      expect(await cardAt(served, undefined, version)).toMatchObject({ description: "For everybody.", skills: [] });
    });
  }

  test("is offered by the public card as soon as there is one", async () => {
    const served = await openFetch({ ...echo, extendedCard: {} });
    expect(await cardAt(served)).toMatchObject({ capabilities: { extendedAgentCard: true } });
    expect(await cardAt(await openFetch(echo))).not.toHaveProperty("capabilities.extendedAgentCard");
  });

  test("is made for its reader where it is a function, anew each time", async () => {
    let asked = 0;
    const extendedCard: AgentDefinition["extendedCard"] = async ({ user }) => {
      asked += 1;
      return { description: `For ${user}, ${asked}.` };
    };
    const served = await openFetch({ ...echo, card: offering, extendedCard }, { authenticate });
    const bob = { headers: { "x-user": "bob" } };
    for (const [options, description] of [
      [ann, "For ann, 1."],
      [bob, "For bob, 2."],
      [ann, "For ann, 3."],
    ] as const)
      expect((await call(served, "GetExtendedAgentCard", {}, options)).result).toMatchObject({ description });
    expect((await call(served, "GetExtendedAgentCard", {})).status).toBe(401);
    expect(asked).toBe(3);
  });

  for (const [what, extendedCard] of [
    ["throws", () => Promise.reject(new Error("secret"))],
    // safe: meant to be wrong
    ["makes an invalid one", () => ({ description: 5 }) as unknown as AgentCardInput],
  ] as const) {
    test(`of a function that ${what} is an InternalError without its text, and the logger is told`, async () => {
      const { logger, told } = listeningLogger();
      const served = await openFetch({ ...echo, extendedCard }, { authenticate, logger });
      const { error, text } = await call(served, "GetExtendedAgentCard", {}, ann);
      expect([error?.code, /secret|description/.test(text), told.length]).toEqual([-32603, false, 1]);
    });
  }

  test("that is not valid is a TypeError at the start, which names the place", () => {
    // safe: meant to be wrong
    const extendedCard = { skills: [{ id: 5 }] } as unknown as AgentCardInput;
    expect(() => defineAgent({ ...echo, extendedCard })).toThrow(TypeError);
    expect(() => createA2AHandler({ definition: { ...echo, extendedCard } }, {})).toThrow(/\/skills\/0/);
  });

  test("names the address that it was asked at, and an interface per tenant", async () => {
    const served = await openFetch({ ...echo, extendedCard: {} }, { authenticate, tenants: ["a", "b"] });
    const { result } = await call(served, "GetExtendedAgentCard", { tenant: "a" }, ann);
    expect(Object(result).supportedInterfaces).toEqual((await cardAt(served)).supportedInterfaces);
    expect((await call(served, "GetExtendedAgentCard", {}, ann)).error?.code).toBe(-32602);
  });
});

describe("tenants", () => {
  const tenants = ["a", "b"];

  for (const [what, tenant] of [
    ["no tenant", {}],
    ["an empty tenant", { tenant: "" }],
    ["another tenant", { tenant: "c" }],
    ["a tenant in capitals", { tenant: "A" }],
    ["two tenants", { tenant: "a,b" }],
  ] as const) {
    test(`refuse a request that names ${what}, at /tenant, and nothing is stored`, async () => {
      const served = await openFetch(greeter, { tenants });
      for (const [method, params] of [
        ["SendMessage", { message: say("hi") }],
        ["SendStreamingMessage", { message: say("hi") }],
        ["GetTask", { id: "t" }],
        ["ListTasks", {}],
        ["CancelTask", { id: "t" }],
        ["SubscribeToTask", { id: "t" }],
      ] as const) {
        const { error, text } = await call(served, method, { ...params, ...tenant });
        expect([method, error?.code, text.includes('"field":"/tenant"')]).toEqual([method, -32602, true]);
      }
      for (const name of tenants) {
        expect((await call(served, "ListTasks", { tenant: name })).result).toMatchObject({ totalSize: 0 });
      }
    });
  }

  test("have an interface each on the card for each binding, of the one version that can name them", async () => {
    const served = await openFetch(greeter, { tenants, publicUrl: "https://agent.example/a2a" });
    const each = { url: "https://agent.example/a2a", protocolVersion: "1.0" };
    expect((await cardAt(served)).supportedInterfaces).toEqual([
      { ...each, protocolBinding: "JSONRPC", tenant: "a" },
      { ...each, protocolBinding: "JSONRPC", tenant: "b" },
      { ...each, protocolBinding: "HTTP+JSON", tenant: "a" },
      { ...each, protocolBinding: "HTTP+JSON", tenant: "b" },
    ]);
    expect((await served.fetch("/.well-known/agent.json")).status).toBe(404);
  });

  for (const { version, send: method, stream, subscribe, params } of versions.filter((each) => each.version !== "1.0")) {
    test(`are not served in ${version}, whatever it asks for`, async () => {
      const served = await openFetch(greeter, { tenants });
      for (const asked of [method, stream, subscribe, "tasks/get", "tasks/cancel"]) {
        const { error } = await call(served, asked, { ...params("hi"), id: "t" }, { headers: { "a2a-version": "" } });
        expect([asked, error?.code]).toEqual([asked, -32601]);
      }
      const { error } = await call(served, method, params("hi"), { headers: { "a2a-version": version } });
      expect(error?.code).toBe(-32009);
    });
  }

  test("do not see each other's tasks: they are not found, not listed, not followed, not canceled and take no message", async () => {
    const served = await openFetch(greeter, { tenants });
    const { result } = await call(served, "SendMessage", { message: say("hi"), tenant: "a" });
    const { id } = Object(result).task;
    for (const [method, params] of [
      ["GetTask", { id }],
      ["CancelTask", { id }],
      ["SubscribeToTask", { id }],
      ["SendMessage", { message: say("Ann", { taskId: id }) }],
      ["SendStreamingMessage", { message: say("Ann", { taskId: id }) }],
    ] as const)
      expect([method, (await call(served, method, { ...params, tenant: "b" })).error?.code]).toEqual([method, -32001]);
    expect((await call(served, "ListTasks", { tenant: "b" })).result).toMatchObject({ totalSize: 0 });
    const answer = await call(served, "SendMessage", { message: say("Ann", { taskId: id }), tenant: "a" });
    expect(answer.result).toMatchObject({ task: { id, status: { state: "TASK_STATE_COMPLETED" } } });
  });

  test("are told to the agent; where none are named any name is one, and none is none", async () => {
    expect((await turnOf({ message: say("hi"), tenant: "b" }, { tenants })).tenant).toBe("b");
    expect((await turnOf({ message: say("hi"), tenant: "any" })).tenant).toBe("any");
    expect(await turnOf({ message: say("hi"), tenant: "" })).not.toHaveProperty("tenant");
  });

  for (const wrong of [[], [""], ["a", ""]]) {
    test(`${JSON.stringify(wrong)} are refused as an option`, () => {
      expect(() => createA2AHandler({ definition: echo }, { tenants: wrong })).toThrow(TypeError);
    });
  }
});

describe("an agent learns", () => {
  test("which media types its caller reads, and the metadata of the request", async () => {
    const acceptedOutputModes = ["text/html", "image/*"];
    const turn = await turnOf({ message: say("hi"), configuration: { acceptedOutputModes }, metadata: { trip: { to: "Rome" } } });
    expect([turn.acceptedOutputModes, turn.metadata]).toEqual([acceptedOutputModes, { trip: { to: "Rome" } }]);
    const plain = await turnOf({ message: say("hi") });
    for (const member of ["acceptedOutputModes", "metadata", "tenant", "trace", "wanted"]) expect(plain).not.toHaveProperty(member);
  });

  for (const { version, send: method, params } of versions) {
    test(`the same of a message of ${version}`, async () => {
      const { definition, turns } = listening();
      const served = await openFetch(definition);
      const modes = version === "0.1" ? {} : { configuration: { acceptedOutputModes: ["text/html"] } };
      await call(served, method, { ...params("hi"), metadata: { a: 1 }, ...modes });
      expect([turns[0]?.text, turns[0]?.metadata, turns[0]?.acceptedOutputModes]).toEqual([
        "hi",
        { a: 1 },
        version === "0.1" ? undefined : ["text/html"],
      ]);
    });
  }

  for (const [what, metadata, wanted] of [
    [
      "a media type and a schema",
      { mediaType: "application/json", schema: { type: "object" } },
      { mediaType: "application/json", schema: { type: "object" } },
    ],
    ["a media type as 0.1 spells it", { mimeType: "application/json" }, { mediaType: "application/json" }],
    ["a schema alone", { schema: true }, { schema: true }],
    ["nothing by a media type that is none", { mediaType: 5 }, undefined],
    ["nothing by other metadata", { author: "ann" }, undefined],
  ] as const) {
    test(`that ${what} is wanted`, async () => {
      const turn = await turnOf({ message: say("", { parts: [{ text: "plain" }, { text: "hi", metadata }] }) });
      expect(turn.wanted).toEqual(wanted);
    });
  }

  const valid = `00-${"1".repeat(32)}-${"2".repeat(16)}-01`;
  for (const [what, traceparent, isRead] of [
    ["a valid one", valid, true],
    ["one of a later version", `cc${valid.slice(2)}`, true],
    ["one of a later version that says more", `cc${valid.slice(2)}-what-else`, true],
    ["one of version 00 that says more", `${valid}-what`, false],
    ["one of a later version that runs on", `cc${valid.slice(2)}x`, false],
    ["one of version ff", `ff${valid.slice(2)}`, false],
    ["one in capitals", `00-${"A".repeat(32)}-${"2".repeat(16)}-01`, false],
    ["one without a trace", `00-${"0".repeat(32)}-${"2".repeat(16)}-01`, false],
    ["one without a parent", `00-${"1".repeat(32)}-${"0".repeat(16)}-01`, false],
    ["one that is too short", valid.slice(0, -1), false],
    ["one without its flags", valid.slice(0, -3), false],
    ["words", "yes please", false],
    ["an empty one", "", false],
  ] as const) {
    test(`the trace that its request belongs to: traceparent, ${what}, is ${isRead ? "read" : "ignored"}`, async () => {
      const turn = await turnOf({ message: say("hi") }, { headers: { traceparent, tracestate: "a=b" } } as RpcOptions);
      expect(turn.trace).toEqual(isRead ? { traceparent, tracestate: "a=b" } : undefined);
    });
  }

  test("no tracestate that is empty or stands alone", async () => {
    const empty = await turnOf({ message: say("hi") }, { headers: { traceparent: valid, tracestate: "" } } as RpcOptions);
    expect(empty.trace).toEqual({ traceparent: valid });
    expect(await turnOf({ message: say("hi") }, { headers: { tracestate: "a=b" } } as RpcOptions)).not.toHaveProperty("trace");
  });

  test("the tasks that a message refers to as copies of its own", async () => {
    const agent = agentOf(async ({ text, referenceTasks }) => {
      for (const { status } of await referenceTasks()) status.state = "TASK_STATE_FAILED";
      return text;
    });
    const served = await openFetch(agent);
    const { id } = await sendFor(served, say("first"));
    await sendFor(served, say("refer", { referenceTaskIds: [id] }));
    expect((await getTask(served, id)).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("the tasks that a message refers to, as far as they are its caller's own", async () => {
    const seen: unknown[] = [];
    const agent = agentOf(async ({ text, referenceTasks }) => {
      const found = await referenceTasks();
      seen.push(found.map(({ id }) => id));
      return text;
    });
    const served = await openFetch(agent, { authenticate });
    const { id: own } = await sendFor(served, say("mine"), {}, ann);
    const { id: others } = await sendFor(served, say("theirs"), {}, { headers: { "x-user": "bob" } });
    const { id: nobodys } = await sendFor(served, say("nobody's"));
    const inTenant = Object((await call(served, "SendMessage", { message: say("elsewhere"), tenant: "t" }, ann)).result).task.id;
    await sendFor(served, say("refer", { referenceTaskIds: [others, own, "unknown", nobodys, inTenant] }), {}, ann);
    await sendFor(served, say("refer", { referenceTaskIds: [] }), {}, ann);
    expect(seen.slice(4)).toEqual([[own], []]);
  });
});

test("who may not call at all is refused in the shape of the version that asks, by every method", async () => {
  const refuse = (): never => {
    throw new A2AError("UnauthenticatedError", "who are you?");
  };
  const served = await openFetch(echo, { authenticate: refuse });
  for (const method of ["SendMessage", "message/send", "tasks/get", "GetTask"]) {
    const { status, error } = await call(served, method, { id: "t" });
    expect([method, status, error?.code]).toEqual([method, 401, -32040]);
  }
});
