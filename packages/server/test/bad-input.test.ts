import { describe, expect, test } from "vitest";
import type { Answered } from "./rpc.js";
import { call, countTasks, getTask, post, say, sendFor } from "./rpc.js";
import { echo, greeter, subjects } from "./subjects.js";

/** A request and how it has to be refused. */
interface Bad {
  readonly shows: string;
  readonly body: BodyInit;
  readonly code: number;
  /** The id that is echoed; null unless given. */
  readonly id?: string | number;
  /** The place that the refusal names. */
  readonly pointer?: string;
}

/** What an exception of the engine or a stack trace would look like. */
const leak =
  /Cannot |undefined|is not a function|is not iterable|Maximum call|Unexpected token|in JSON at|TypeError|RangeError|SyntaxError|node:|\.[jt]s:\d|\bat \w+ \(/;

const parts = [{ text: "hi" }];
const message = { messageId: "m-1", role: "ROLE_USER", parts };

/** A send as text, with members changed. */
function sendOf(changed: object, envelope: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: { ...message, ...changed } }, ...envelope });
}

function envelopeOf(envelope: object): string {
  return sendOf({}, envelope);
}

/** A send whose data part makes the whole body so many levels deep. */
function nested(depth: number): string {
  const around = 6;
  return sendOf({ parts: [{ data: "DEEP" }] }).replace('"DEEP"', "[".repeat(depth - around + 1) + "]".repeat(depth - around + 1));
}

const bytes = new TextEncoder();

const envelopes: readonly Bad[] = [
  { shows: "text that is no JSON", body: "{nope", code: -32700 },
  { shows: "an empty body", body: "", code: -32700 },
  { shows: "white space", body: " \n", code: -32700 },
  { shows: "JSON with something after it", body: `${sendOf({})}x`, code: -32700 },
  { shows: "bytes that are not UTF-8", body: new Uint8Array([...bytes.encode('{"a":"'), 0xff, 0xfe, ...bytes.encode('"}')]), code: -32700 },
  { shows: "a surrogate encoded as UTF-8", body: new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), code: -32700 },
  { shows: "UTF-16", body: new Uint8Array(Buffer.from(sendOf({}), "utf16le")), code: -32700 },
  { shows: "a number", body: "42", code: -32600 },
  { shows: "null", body: "null", code: -32600 },
  { shows: "a string", body: '"hi"', code: -32600 },
  { shows: "a batch", body: `[${sendOf({})}]`, code: -32600 },
  { shows: "an empty batch", body: "[]", code: -32600 },
  { shows: "jsonrpc 1.0", body: envelopeOf({ jsonrpc: "1.0" }), code: -32600, id: 1 },
  { shows: "jsonrpc as a number", body: envelopeOf({ jsonrpc: 2 }), code: -32600, id: 1 },
  { shows: "jsonrpc null", body: envelopeOf({ jsonrpc: null }), code: -32600, id: 1 },
  { shows: "jsonrpc missing", body: envelopeOf({ jsonrpc: undefined }), code: -32600, id: 1 },
  { shows: "method missing", body: envelopeOf({ method: undefined }), code: -32600, id: 1 },
  { shows: "method null", body: envelopeOf({ method: null }), code: -32600, id: 1 },
  { shows: "an unknown method", body: envelopeOf({ method: "NoSuchMethod" }), code: -32601, id: 1 },
  { shows: "a method in another case", body: envelopeOf({ method: "sendMessage" }), code: -32601, id: 1 },
  { shows: "the method __proto__", body: envelopeOf({ method: "__proto__" }), code: -32601, id: 1 },
  { shows: "the method constructor", body: envelopeOf({ method: "constructor" }), code: -32601, id: 1 },
  { shows: "params missing", body: envelopeOf({ params: undefined }), code: -32602, id: 1, pointer: "" },
  { shows: "params null", body: envelopeOf({ params: null }), code: -32602, id: 1, pointer: "" },
  { shows: "params as an array", body: envelopeOf({ params: [message] }), code: -32602, id: 1, pointer: "" },
  { shows: "params as a string", body: envelopeOf({ params: "hi" }), code: -32602, id: 1, pointer: "" },
  { shows: "id 1e400", body: sendOf({}).replace('"id":1', '"id":1e400'), code: -32600 },
  { shows: "id 1.5", body: envelopeOf({ id: 1.5 }), code: -32600 },
  { shows: "id {}", body: envelopeOf({ id: {} }), code: -32600 },
  { shows: "id []", body: envelopeOf({ id: [] }), code: -32600 },
  { shows: "id true", body: envelopeOf({ id: true }), code: -32600 },
  { shows: "id 12345678901234567890", body: sendOf({}).replace('"id":1', '"id":12345678901234567890'), code: -32600 },
  { shows: "id 0 with a wrong jsonrpc", body: envelopeOf({ id: 0, jsonrpc: "1.0" }), code: -32600, id: 0 },
  { shows: "an empty id with an unknown method", body: envelopeOf({ id: "", method: "x" }), code: -32601, id: "" },
  { shows: "65 levels", body: nested(65), code: -32602 },
  { shows: "20 000 levels", body: nested(20_000), code: -32602 },
  { shows: "1 000 000 brackets that are never closed", body: "[".repeat(1_000_000), code: -32700 },
];

function badMessage(shows: string, changed: object, pointer: string): Bad {
  return { shows, body: sendOf(changed), code: -32602, id: 1, pointer };
}

function badParams(shows: string, method: string, params: unknown, pointer: string): Bad {
  return { shows: `${method} with ${shows}`, body: envelopeOf({ method, params }), code: -32602, id: 1, pointer };
}

const contents: readonly Bad[] = [
  badParams("no message", "SendMessage", {}, "/message"),
  badParams("a message that is a string", "SendMessage", { message: "hi" }, "/message"),
  badParams("a message that is an array", "SendMessage", { message: [message] }, "/message"),
  badParams("no message", "SendStreamingMessage", {}, "/message"),
  badMessage("no messageId", { messageId: undefined }, "/message/messageId"),
  badMessage("a messageId that is a number", { messageId: 123 }, "/message/messageId"),
  badMessage("a messageId that is an object", { messageId: {} }, "/message/messageId"),
  badMessage("no role", { role: undefined }, "/message/role"),
  badMessage("an unknown role", { role: "banana" }, "/message/role"),
  badMessage("the role of 0.3 for agents", { role: "agent" }, "/message/role"),
  badMessage("the role of the agent", { role: "ROLE_AGENT" }, "/message/role"),
  badMessage("the role ROLE_UNSPECIFIED", { role: "ROLE_UNSPECIFIED" }, "/message/role"),
  badMessage("no parts", { parts: undefined }, "/message/parts"),
  badMessage("empty parts", { parts: [] }, "/message/parts"),
  badMessage("parts that are a string", { parts: "hello" }, "/message/parts"),
  badMessage("a part null", { parts: [null] }, "/message/parts/0"),
  badMessage("a part that is a string", { parts: [{ text: "ok" }, "str"] }, "/message/parts/1"),
  badMessage("a part without content", { parts: [{}] }, "/message/parts/0"),
  badMessage("a part with two contents", { parts: [{ text: "a", url: "https://example.com" }] }, "/message/parts/0"),
  badMessage("text that is an object", { parts: [{ text: { a: 1 } }] }, "/message/parts/0/text"),
  badMessage("text null", { parts: [{ text: null }] }, "/message/parts/0"),
  badMessage("raw that is not base64", { parts: [{ raw: "!!!not base64!!!" }] }, "/message/parts/0/raw"),
  badMessage("raw that is a number", { parts: [{ raw: 5 }] }, "/message/parts/0/raw"),
  badMessage("metadata that is a string", { metadata: "x" }, "/message/metadata"),
  badMessage("metadata that is an array", { metadata: [1] }, "/message/metadata"),
  badMessage("part metadata that is a string", { parts: [{ text: "a", metadata: "x" }] }, "/message/parts/0/metadata"),
  badMessage("a taskId that is a number", { taskId: 5 }, "/message/taskId"),
  badMessage("extensions that are a string", { extensions: "x" }, "/message/extensions"),
  badParams(
    "returnImmediately as a string",
    "SendMessage",
    { message, configuration: { returnImmediately: "false" } },
    "/configuration/returnImmediately",
  ),
  badParams("historyLength -1", "SendMessage", { message, configuration: { historyLength: -1 } }, "/configuration/historyLength"),
  badParams("a tenant that is a number", "SendMessage", { message, tenant: 5 }, "/tenant"),
  badParams("a tenant that is an object", "SendMessage", { message, tenant: {} }, "/tenant"),
  badParams("metadata that is a string", "SendMessage", { message, metadata: "x" }, "/metadata"),
  badParams("no id", "GetTask", {}, "/id"),
  badParams("an id that is a number", "GetTask", { id: 5 }, "/id"),
  badParams("historyLength -5", "GetTask", { id: "t", historyLength: -5 }, "/historyLength"),
  badParams("historyLength 1.5", "GetTask", { id: "t", historyLength: 1.5 }, "/historyLength"),
  badParams('historyLength "abc"', "GetTask", { id: "t", historyLength: "abc" }, "/historyLength"),
  badParams("historyLength 2^31", "GetTask", { id: "t", historyLength: 2 ** 31 }, "/historyLength"),
  badParams("an id that is null", "CancelTask", { id: null }, "/id"),
  badParams("an id that is an array", "SubscribeToTask", { id: ["t"] }, "/id"),
  badParams("pageSize 101", "ListTasks", { pageSize: 101 }, "/pageSize"),
  badParams("pageSize -1", "ListTasks", { pageSize: -1 }, "/pageSize"),
  badParams("an unknown status", "ListTasks", { status: "banana" }, "/status"),
  badParams("pageToken !!!", "ListTasks", { pageToken: "!!!" }, "/pageToken"),
  badParams("a pageToken of somebody else's making", "ListTasks", { pageToken: btoa('{"cursor":1}') }, "/pageToken"),
  badParams("statusTimestampAfter that is no time", "ListTasks", { statusTimestampAfter: "yesterday" }, "/statusTimestampAfter"),
  badParams("statusTimestampAfter on February 30", "ListTasks", { statusTimestampAfter: "2026-02-30T00:00:00Z" }, "/statusTimestampAfter"),
];

describe.each(subjects)("$name", ({ open }) => {
  for (const { shows, body, code, id = null, pointer } of [...envelopes, ...contents]) {
    test(`${shows}: refused with ${code}${pointer === undefined ? "" : ` at "${pointer}"`}, and nothing is stored`, async () => {
      const served = await open(echo);
      const answer = await post(served, body);
      expect([answer.status, answer.error?.code, answer.id]).toEqual([200, code, id]);
      expect(fieldsOf(answer)).toEqual(pointer === undefined ? undefined : [pointer]);
      expect(answer.text).not.toMatch(leak);
      expect(await countTasks(served)).toBe(0);
    });
  }

  for (const [shows, changed] of [
    ["64 levels", { body: nested(64) }],
    ["a byte order mark", { body: new Uint8Array([0xef, 0xbb, 0xbf, ...bytes.encode(sendOf({}))]) }],
    ["id 0", { body: envelopeOf({ id: 0 }), id: 0 }],
    ["id null", { body: envelopeOf({ id: null }), id: null }],
    ["no id", { body: envelopeOf({ id: undefined }), id: null }],
    ["a negative id", { body: envelopeOf({ id: -9007199254740991 }), id: -9007199254740991 }],
    ["an id of a million characters", { body: envelopeOf({ id: "i".repeat(1e6) }), id: "i".repeat(1e6) }],
    ["members that nobody knows", { body: sendOf({ kind: "message" }, { more: true }) }],
    ["an empty text", { body: sendOf({ parts: [{ text: "" }] }) }],
    ["data null", { body: sendOf({ parts: [{ data: null }] }) }],
    ["empty taskId and contextId", { body: sendOf({ taskId: "", contextId: "" }) }],
  ] as const) {
    test(`${shows}: taken, and the id comes back as it was`, async () => {
      const served = await open(echo);
      const answer = await post(served, changed.body);
      expect(answer.error).toBeUndefined();
      expect(answer.id).toBe("id" in changed ? changed.id : 1);
      expect(await countTasks(served)).toBe(1);
    });
  }

  test("empty ids are absent ids: the task gets ids of its own", async () => {
    const served = await open(echo);
    const task = await sendFor(served, say("hi", { taskId: "", contextId: "" }));
    expect([task.id === "", task.contextId === ""]).toEqual([false, false]);
  });

  test("keys named __proto__ are data: they pollute nothing, on the way in, in the fold, and on the way out", async () => {
    const evil = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const served = await open(echo);
    const body = `{"jsonrpc":"2.0","id":1,"__proto__":{"method":"GetTask"},"method":"SendMessage","params":{"__proto__":{"tenant":"x"},"metadata":${evil},"message":{"messageId":"m","role":"ROLE_USER","__proto__":{"taskId":"t"},"parts":[{"data":${evil},"metadata":${evil}}],"metadata":${evil}}}}`;
    const { text, error } = await post(served, body);
    expect(error).toBeUndefined();
    expect("polluted" in {}).toBe(false);
    expect(text).toContain(`"metadata":${evil}`);
    expect(text).toContain(`"data":${evil}`);
  });

  test("a contextId that is not the task's is refused, and the task stays as it is", async () => {
    const served = await open(greeter);
    const task = await sendFor(served, say("hi"));
    const answer = await call(served, "SendMessage", { message: say("Ann", { taskId: task.id, contextId: "another" }) });
    expect([answer.error?.code, fieldsOf(answer)]).toEqual([-32602, ["/message/contextId"]]);
    expect(await getTask(served, task.id)).toEqual(task);
  });

  test("an empty contextId beside a taskId is no contradiction", async () => {
    const served = await open(greeter);
    const { id } = await sendFor(served, say("hi"));
    expect((await sendFor(served, say("Ann", { taskId: id, contextId: "" }))).status.state).toBe("TASK_STATE_COMPLETED");
  });
});

/** The places that a refusal names. */
function fieldsOf({ error }: Answered): unknown {
  const details = error?.data?.find((detail) => detail["@type"] === "type.googleapis.com/google.rpc.BadRequest");
  if (!Array.isArray(details?.fieldViolations)) return undefined;
  return details.fieldViolations.map(({ field }: { readonly field: unknown }) => field);
}
