// What the schemas take and an agent need not: each rule holds in every version and over every binding.

import type { Part } from "@a2a/core";
import type { FileUrls, ListQuery, TaskKey, TaskStore } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test } from "vitest";
import type { Said, Wish } from "./roads.js";
import { answerFor, roads } from "./roads.js";
import { call, countTasks, getTask, say } from "./rpc.js";
import { agentOf, countingIds, echo, greeter, openFetch } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";
import { openPushing } from "./webhooks.js";

expectNothingUnhandled();

function nested(depth: number): object {
  let value: object = {};
  for (let level = 1; level < depth; level += 1) value = { a: value };
  return value;
}

/** Characters that no id may have. */
const controls = ["\0", "\n", "\r", "\t", "\u001b", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029"];

function named(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const url = "https://client.example/hook";

/** Members that are ids, and how a message says each. What 0.1 cannot say is not asked there. */
const ids: readonly (readonly [pointer: string, isIn01: boolean, isInProto: boolean, wish: (id: string) => Wish])[] = [
  ["/message/taskId", true, true, (taskId) => ({ taskId })],
  ["/message/contextId", true, true, (contextId) => ({ contextId })],
  ["/message/messageId", false, true, (messageId) => ({ messageId })],
  ["/message/referenceTaskIds/1", false, false, (id) => ({ referenceTaskIds: ["fine", id] })],
  ["/configuration/taskPushNotificationConfig/id", false, true, (id) => ({ webhook: { id, url } })],
];

describe.each(roads)("in $name", (road) => {
  const invalid = answerFor(road, "InvalidParamsError");
  const is01 = road.version === "0.1";
  const isProto = road.version === "0.3" && road.binding === "HTTP+JSON";

  function expectRefused(said: Said, pointer: string): void {
    expect(said).toMatchObject(invalid);
    expect(said.text).toContain(pointer);
  }

  for (const [pointer, isIn01, isInProto, wish] of ids) {
    if ((is01 && !isIn01) || (isProto && !isInProto)) continue;
    test(`a message with a control character in ${pointer} is refused there, and nothing is kept of it`, async () => {
      const served = await openPushing(echo);
      for (const control of controls) {
        const said = await road.send(served, wish(`a${control}b`));
        expect([named(control), said]).toMatchObject([named(control), invalid]);
        expect(said.text).toContain(pointer);
      }
      expect(await countTasks(served)).toBe(0);
    });

    test(`a message with too long an id in ${pointer} is refused there; one that is as long as may be is read`, async () => {
      const served = await openPushing(echo, { maxIdLength: 40, push: { fetch: async () => new Response() } });
      expectRefused(await road.send(served, wish("i".repeat(41))), pointer);
      const read = await road.send(served, wish("i".repeat(40)));
      expect(read.text).not.toContain("40 characters");
    });
  }

  test("a message may have ids of any other characters", async () => {
    const served = await openFetch(greeter);
    const said = await road.send(served, { contextId: "naïve 文 🙂 '\"<>&%", messageId: "  ~ é " });
    expect(said.status).toBe(200);
    expect(await countTasks(served)).toBe(1);
  });

  for (const asked of ["get", "cancel", "subscribe"] as const) {
    test(`${asked} refuses the id of a task with a control character, or one that is too long`, async () => {
      const served = await openFetch(echo);
      for (const id of ["a\nb", "a\u2028b", "a\u0085b", "i".repeat(1025)]) expectRefused(await road[asked](served, id), "/id");
      expect(await road.get(served, "i".repeat(1024))).toMatchObject(answerFor(road, "TaskNotFoundError"));
    });
  }

  test("a message has maxParts parts at most", async () => {
    const served = await openFetch(echo, { maxParts: 3 });
    const parts = (count: number): Part[] => Array.from({ length: count }, () => ({ text: "x" }));
    expectRefused(await road.send(served, { parts: parts(4) }), "/message/parts");
    expect((await road.send(served, { parts: parts(3) })).status).toBe(200);
    expect(await countTasks(served)).toBe(1);
  });

  test("metadata of request, message and parts together have maxMetadataBytes at most", async () => {
    const served = await openFetch(echo, { maxMetadataBytes: 300 });
    const metadata = { a: "x".repeat(120) };
    for (const wish of [
      { metadata: { a: "x".repeat(300) } },
      { messageMetadata: { a: "x".repeat(300) } },
      { parts: [{ text: "hi", metadata: { a: "x".repeat(300) } }] },
      { metadata, messageMetadata: metadata, parts: [{ text: "hi", metadata }] },
      { metadata: { list: Array.from({ length: 100 }, () => 1) } },
      { metadata: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`m${at}`, null])) },
    ]) {
      expectRefused(await road.send(served, wish), "bytes of metadata");
    }
    expect((await road.send(served, { metadata, messageMetadata: metadata })).status).toBe(200);
    expect(await countTasks(served)).toBe(1);
  });

  test("params are maxDepth deep at most", async () => {
    const served = await openFetch(echo, { maxDepth: 10 });
    expectRefused(await road.send(served, { metadata: { a: nested(10) } }), "10 levels");
    expect((await road.send(served, { metadata: { a: nested(8) } })).status).toBe(200);
  });

  for (const [policy, taken, refused] of [
    [
      undefined,
      ["https://a.example/x", "http://a.example/x", "HTTPS://A.EXAMPLE/"],
      ["file:///etc/passwd", "data:,x", "javascript:alert(1)"],
    ],
    [
      "web",
      ["https://a.example/x"],
      ["ftp://a.example/x", "gopher://a.example/", "gs://bucket/x", "blob:https://a.example/1", "x", "//a.example/"],
    ],
    ["https", ["https://a.example/x"], ["http://a.example/x", "file:///etc/passwd"]],
    ["none", [], ["https://a.example/x"]],
    ["any", ["https://a.example/x", "gs://bucket/x", "file:///etc/passwd"], []],
    [(text: string) => text.startsWith("gs://mine/"), ["gs://mine/x"], ["gs://other/x", "https://a.example/x"]],
  ] as const satisfies readonly (readonly [FileUrls | undefined, readonly string[], readonly string[]])[]) {
    test(`files may be at the addresses that fileUrls lets through: ${policy ?? "left out"}`, async () => {
      const served = await openFetch(echo, policy === undefined ? {} : { fileUrls: policy });
      for (const each of taken)
        expect([each, (await road.send(served, { parts: [{ text: "hi" }, { url: each }] })).status]).toEqual([each, 200]);
      for (const each of refused)
        expectRefused(await road.send(served, { parts: [{ text: "hi" }, { url: each }] }), "/message/parts/1/url");
      expect(await countTasks(served)).toBe(taken.length);
    });
  }

  test("a file in the message itself needs no address", async () => {
    const served = await openFetch(echo, { fileUrls: "none" });
    expect((await road.send(served, { parts: [{ raw: "aGk=", mediaType: "text/plain" }] })).status).toBe(200);
  });

  for (const [what, raw] of [
    ["other characters", "!!!!"],
    ["padding alone", "===="],
    ["padding in the middle", "aG=k"],
    ["too much padding", "aGk=="],
    ["a length that there cannot be", "aGkxx"],
    ["a line feed", "aGk=\n"],
    ["a space", "aG k"],
  ] as const) {
    test(`bytes that are no base64 are refused: ${what}`, async () => {
      const served = await openFetch(echo);
      expectRefused(await road.send(served, { parts: [{ text: "hi" }, { raw, mediaType: "text/plain" }] }), "/message/parts/1");
      expect(await countTasks(served)).toBe(0);
    });
  }

  if (!is01) {
    const card = { name: "Tested", defaultOutputModes: ["text/plain", "image/*"], skills: [] };
    const skill = { id: "s", name: "s", description: "s", tags: [], outputModes: ["application/pdf"] };
    const definition = { ...agentOf(echo.run), card: { ...card, skills: [skill] } };

    for (const modes of [["audio/mpeg"], ["application/json", "text/html"], ["video/*"]]) {
      test(`a caller who reads nothing but ${modes.join(", ")} is refused, where the card says what the agent gives`, async () => {
        const served = await openFetch(definition);
        const said = await road.send(served, { acceptedOutputModes: modes });
        expect(said).toMatchObject(answerFor(road, "ContentTypeNotSupportedError"));
        expect(await countTasks(served)).toBe(0);
      });
    }

    for (const modes of [
      [],
      ["text/plain"],
      ["TEXT/Plain; charset=utf-8"],
      ["text"],
      ["*/*"],
      ["text/*"],
      ["image/png"],
      ["x/y", "application/pdf"],
    ]) {
      test(`a caller who reads ${modes.join(", ") || "whatever comes"} is served`, async () => {
        const served = await openFetch(definition);
        expect((await road.send(served, { acceptedOutputModes: modes })).status).toBe(200);
        expect(await countTasks(served)).toBe(1);
      });
    }

    test("a caller may want anything of an agent whose card does not say what it gives", async () => {
      expect(await countTasks(await sent({ acceptedOutputModes: ["audio/mpeg"] }))).toBe(1);
    });
  }

  async function sent(wish: Wish): Promise<Awaited<ReturnType<typeof openFetch>>> {
    const served = await openFetch(echo);
    expect((await road.send(served, wish)).status).toBe(200);
    return served;
  }

  test("a task with maxHistory messages takes no more of them and stays as it is; another task does", async () => {
    const waiting = agentOf(async () => ({ state: "TASK_STATE_INPUT_REQUIRED" }));
    const served = await openFetch(waiting, { maxHistory: 2, makeId: countingIds() });
    await road.send(served, is01 ? { taskId: "id-1" } : {});
    expect((await road.send(served, { taskId: "id-1" })).status).toBe(200);
    const before = await getTask(served, "id-1");
    expectRefused(await road.send(served, { taskId: "id-1" }), "/message/taskId");
    expect(await getTask(served, "id-1")).toEqual(before);
    expect(before.history).toHaveLength(2);
    expect((await road.send(served, {})).status).toBe(200);
    expect(await countTasks(served)).toBe(2);
  });
});

test("no store is asked for an id with a control character: some can read none, and would fail", async () => {
  const store = createMemoryStore();
  const refuse = (said: unknown): void => void (JSON.stringify(said).includes("\\u0000") && expect.fail("the store was asked"));
  const picky: TaskStore = Object.assign(Object.create(store), {
    load: (key: TaskKey) => refuse(key) ?? store.load(key),
    list: (query: ListQuery) => refuse(query) ?? store.list(query),
    read: (key: TaskKey, after: number, limit: number) => refuse(key) ?? store.read(key, after, limit),
  });
  for (const reopenTerminal of [false, true]) {
    const served = await openFetch(echo, { store: picky, reopenTerminal });
    for (const road of roads) {
      for (const asked of ["get", "cancel", "subscribe"] as const)
        expect(await road[asked](served, "\0")).toMatchObject(answerFor(road, "InvalidParamsError"));
      expect(await road.send(served, { taskId: "a\0" })).toMatchObject(answerFor(road, "InvalidParamsError"));
    }
    for (const method of ["tasks/get", "tasks/cancel", "tasks/resubscribe"]) {
      expect((await call(served, method, { id: "\0" }, { headers: { "a2a-version": "" } })).error?.code).toBe(-32602);
    }
  }
});

for (const [method, params, pointer] of [
  ["ListTasks", { pageToken: "1.a\0b" }, "/pageToken"],
  ["ListTasks", { contextId: "a\nb" }, "/contextId"],
  ["ListTasks", { tenant: "a\nb" }, "/tenant"],
  ["SendMessage", { tenant: "a\u2028b", message: say("hi") }, "/tenant"],
  ["CreateTaskPushNotificationConfig", { taskId: "a\nb", url }, "/taskId"],
  ["CreateTaskPushNotificationConfig", { taskId: "t", id: "a\nb", url }, "/id"],
  ["GetTaskPushNotificationConfig", { taskId: "t", id: "a\u007fb" }, "/id"],
  ["ListTaskPushNotificationConfigs", { taskId: "a\0b" }, "/taskId"],
  ["DeleteTaskPushNotificationConfig", { taskId: "t", id: "a\rb" }, "/id"],
  ["GetExtendedAgentCard", { tenant: "a\tb" }, "/tenant"],
] as const) {
  test(`${method} refuses a control character in ${pointer}`, async () => {
    const { error } = await call(await openPushing(echo), method, params);
    expect([error?.code, JSON.stringify(error)]).toEqual([-32602, expect.stringContaining(`"${pointer}"`)]);
  });
}

for (const [name, value] of [
  ["maxDepth", 65],
  ["fileUrls", "some"],
  ["requestsPerSecond", 0.5],
  ["requestsPerSecond", Number.NaN],
  ["maxParts", 0],
  ["maxIdLength", -1],
  ["maxTasksPerUser", Number.NaN],
] as const) {
  test(`${name} of ${value} is refused`, async () => {
    await expect(openFetch(echo, { [name]: value })).rejects.toThrow(new RegExp(`^${name} must be`));
  });
}
