import { A2AError } from "@a2a/core";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { open } from "./opened.js";
import type { Outsider } from "./outsider.js";
import { outsiderOf } from "./outsider.js";
import { facts03, facts10 } from "./published-facts.js";
import { answerOf, call } from "./raw-client.js";
import { detailsOf } from "./status-details.js";

const echo: AgentDefinition = {
  card: { name: 'The "Echo"' },
  async *run({ text }) {
    if (text === "break") throw new Error("password is 1234");
    yield `echo: ${text}`;
  },
};

async function served(options: HandlerOptions = {}): Promise<Outsider> {
  const { grpc } = await open(echo, options);
  return outsiderOf(facts10.package, grpc.url);
}

const hi = { message: { message_id: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } };
const errorInfo = "type.googleapis.com/google.rpc.ErrorInfo";
const domain = "a2a-protocol.org";

const refusals: readonly [name: string, error: A2AError, code: number, reason: string][] = [
  ["an unknown task", new A2AError("TaskNotFoundError", "no task x"), 5, "TASK_NOT_FOUND"],
  ["a caller without credentials", new A2AError("UnauthenticatedError", "who?"), 16, "UNAUTHENTICATED"],
  ["a caller who may not", new A2AError("ForbiddenError", "no"), 7, "PERMISSION_DENIED"],
  ["what is not offered", new A2AError("UnsupportedOperationError", "no"), 9, "UNSUPPORTED_OPERATION"],
  ["an agent's invalid answer", new A2AError("InvalidAgentResponseError", "no"), 13, "INVALID_AGENT_RESPONSE"],
];

for (const [name, error, code, reason] of refusals) {
  test(`${name} is status ${code}, and the details say ${reason}`, async () => {
    const outsider = await served({
      authenticate: () => {
        throw error;
      },
    });
    for (const rpc of ["SendMessage", "SendStreamingMessage"]) {
      const { status, items } = await outsider.ask(rpc, hi);
      expect(items).toEqual([]);
      expect(status.code).toBe(code);
      const said = detailsOf(status);
      expect(said).toMatchObject({ code, message: status.details });
      expect(said?.details).toEqual([{ "@type": errorInfo, reason, domain, metadata: { detail: error.message } }]);
    }
  });
}

test("a request that is not valid is told where", async () => {
  const outsider = await served();
  const { status } = await outsider.ask("SendMessage", { message: { message_id: "m", role: "ROLE_USER", parts: [] } });
  expect(status).toMatchObject({ code: 3, details: "Invalid parameters" });
  expect(detailsOf(status)?.details).toMatchObject([
    { "@type": errorInfo, domain },
    { "@type": "type.googleapis.com/google.rpc.BadRequest", field_violations: [{ field: "/message/parts" }] },
  ]);
});

test("whoever has no credentials is challenged as HTTP does it", async () => {
  const outsider = await served({
    authenticate: () => {
      throw new A2AError("UnauthenticatedError", "who?");
    },
  });
  const { status } = await outsider.ask("GetTask", { id: "x" });
  expect(status.metadata.get("www-authenticate")).toEqual(['Bearer realm="The \\"Echo\\""']);
});

test("what passes says when to come back", async () => {
  const outsider = await served({
    authenticate: () => {
      throw new A2AError("RateLimitedError", "slower");
    },
  });
  const { status } = await outsider.ask("GetTask", { id: "x" });
  expect(status.code).toBe(8);
  expect(detailsOf(status)?.details).toContainEqual({
    "@type": "type.googleapis.com/google.rpc.RetryInfo",
    retry_delay: { seconds: 1 },
  });
});

test("the text of an exception stays here, and is logged", async () => {
  const logged: unknown[] = [];
  const log = (facts: object): void => void logged.push(facts);
  const outsider = await served({
    logger: { debug: () => undefined, info: log, warn: log, error: log },
    authenticate: () => {
      throw new TypeError("password is 1234");
    },
  });
  for (const rpc of ["SendMessage", "SendStreamingMessage"]) {
    const { status } = await outsider.ask(rpc, hi);
    expect(status.code).toBe(13);
    expect(JSON.stringify([status, detailsOf(status)])).not.toContain("1234");
  }
  expect(logged).toMatchObject([{ rpc: "SendMessage" }, { rpc: "SendStreamingMessage" }]);
});

test("details that would be more than trailers can be are shortened, and last of all left out", async () => {
  for (const [length, metadata] of [
    [20_000, { detail: "x".repeat(1024) }],
    [100, undefined],
  ] as const) {
    const facts = length === 100 ? Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`fact${at}`, "x".repeat(100)])) : {};
    const outsider = await served({
      authenticate: () => {
        throw new A2AError("ForbiddenError", "x".repeat(length), { metadata: facts });
      },
    });
    const { status } = await outsider.ask("GetTask", { id: "x" });
    expect(status.code).toBe(7);
    expect(detailsOf(status)?.details).toEqual([
      { "@type": errorInfo, reason: "PERMISSION_DENIED", domain, ...(metadata && { metadata }) },
    ]);
  }
});

test("facts that are no texts, as an author may give them, are left out, and the server goes on", async () => {
  const metadata: Record<string, string> = JSON.parse('{ "limit": 5 }');
  const outsider = await served({
    authenticate: () => {
      throw new A2AError("ForbiddenError", "no", { metadata });
    },
  });
  for (const rpc of ["SendMessage", "SendStreamingMessage"]) {
    const { status } = await outsider.ask(rpc, hi);
    expect(status.code).toBe(7);
    expect(detailsOf(status)).toBeUndefined();
  }
});

describe("bytes that are no request", () => {
  const rows: readonly [name: string, bytes: Uint8Array, detail: RegExp][] = [
    ["a length beyond the end", Buffer.from([0x12, 0x7f, 1]), /SendMessageRequest/],
    ["a tag without a value", Buffer.from([0x12]), /SendMessageRequest/],
    ["a field with the number 0", Buffer.from([0x02, 0x01, 0x01]), /SendMessageRequest/],
    ["a varint without an end", Buffer.alloc(32, 0xff), /SendMessageRequest/],
    ["text that is not UTF-8", Buffer.from([0x0a, 0x02, 0xc3, 0x28]), /UTF-8/],
    ["nothing", Buffer.alloc(0), /message/],
    ["a role that nobody knows", Buffer.from([0x12, 0x05, 0x0a, 0x01, 0x6d, 0x20, 0x63]), /role/],
    ["metadata nested very deep", nested(2000), /nested/],
  ];
  for (const [name, bytes, detail] of rows) {
    test(`with ${name} are INVALID_ARGUMENT, and the server goes on`, async () => {
      const outsider = await served();
      for (const rpc of ["SendMessage", "SendStreamingMessage"]) {
        const { status } = await call(outsider.client, outsider.path(rpc), bytes);
        expect(status.code).toBe(3);
        expect(JSON.stringify(detailsOf(status)?.details)).toMatch(detail);
      }
      expect((await outsider.ask("SendMessage", hi)).status.code).toBe(0);
    });
  }
});

for (const facts of [facts10, facts03]) {
  test(`whatever bytes an rpc of ${facts.package} is sent, it answers with a status of the table`, async () => {
    const { grpc } = await open(echo, { maxBlockingMs: 100 });
    const outsider = outsiderOf(facts.package, grpc.url);
    const rpcs = facts.rpcs.map((text) => text.replace(/\(.*/, ""));
    const valid = rpcs.map((rpc) =>
      Buffer.from(outsider.encode(rpc, facts === facts10 ? hi : { request: { message_id: "m", content: [] } })),
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(fc.constantFrom(...valid), fc.nat(), fc.nat(255)).map(([known, at, byte]) => {
        const changed = Buffer.from(known);
        if (changed.length > 0) changed[at % changed.length] = byte;
        return changed;
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rpcs), bytes, async (rpc, given) => {
        const { status } = await call(outsider.client, outsider.path(rpc), given);
        // OK, INVALID_ARGUMENT, NOT_FOUND, FAILED_PRECONDITION, UNAUTHENTICATED
        expect([0, 3, 5, 9, 16]).toContain(status.code);
        if (status.code !== 0) expect(detailsOf(status)).toMatchObject({ code: status.code, message: status.details });
      }),
      { numRuns: 100 },
    );
  });
}

test("a message that is longer than maxBodyBytes is RESOURCE_EXHAUSTED, and the server goes on", async () => {
  const outsider = await served({ maxBodyBytes: 1000 });
  const text = "x".repeat(1000);
  const { status } = await outsider.ask("SendMessage", { message: { message_id: "m", role: "ROLE_USER", parts: [{ text }] } });
  expect(status.code).toBe(8);
  expect((await outsider.ask("SendMessage", hi)).status.code).toBe(0);
});

test("the failure of a turn is a failed task and no failure of the call", async () => {
  const outsider = await served();
  const stream = outsider.begin("SendStreamingMessage", { message: { message_id: "m", role: "ROLE_USER", parts: [{ text: "break" }] } });
  const { messages, status } = await answerOf(stream);
  expect(status.code).toBe(0);
  const last = outsider.decode("SendStreamingMessage", messages.at(-1) ?? new Uint8Array());
  expect(last).toMatchObject({ status_update: { status: { state: "TASK_STATE_FAILED" } } });
  expect(JSON.stringify(last)).not.toContain("1234");
});

/** A request whose metadata has structs in structs: Value.struct_value.fields["a"]. */
function nested(depth: number): Buffer {
  let struct: Buffer = Buffer.alloc(0);
  const field = (tag: number, bytes: Buffer): Buffer => Buffer.concat([Buffer.from([tag]), varint(bytes.length), bytes]);
  for (let at = 0; at < depth; at += 1)
    struct = field(0x0a, Buffer.concat([field(0x0a, Buffer.from("a")), field(0x12, field(0x2a, struct))]));
  return field(0x22, struct);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
