import { bytesOf, data, file, textOf } from "@a2a/core";
import { expect, test } from "vitest";
import { commandTable } from "../src/commands/command-table.js";
import { scenarioTable } from "../src/scenarios/scenario-table.js";
import type { Say } from "./open-testbed.js";
import { brief, collect, openTestbed, outcome, readUntil, rest, sendable, sendForTask, withId } from "./open-testbed.js";

/** What is said, and the events that a stream shows of it between the task's first and last one. */
type Row = readonly [say: Say, between: readonly string[], last?: string];

const image = file(new Uint8Array([1, 2, 3]), { filename: "dot.png", mediaType: "image/png" });

/** Rows whose blocking answer is what the stream adds up to. */
const rows: Readonly<Record<string, Row>> = {
  echo: ["echo hello  you", ['artifact echo: "hello  you" last']],
  message: ["message hello you", [], 'message "hello you"'],
  reply: ["reply hello you", [], 'message "hello you"'],
  stream: ["stream 3", ['artifact out: "token 0 "', 'artifact out: "token 1 " append', 'artifact out: "token 2 " append last']],
  chunks: ["chunks 2", ['artifact out: "c1"', 'artifact out: "c2" append last']],
  sleep: ["sleep 5", ['artifact sleep: "slept 5 ms" last']],
  hold: ["hold 5", []],
  stuck: ["stuck 5", []],
  stubborn: ["stubborn 5", []],
  ask: ["ask Which one?", [], "INPUT_REQUIRED: Which one?"],
  fail: ["fail out of paper", [], "FAILED: out of paper"],
  reject: ["reject not my trade", [], "REJECTED: not my trade"],
  throw: ["throw secret", [], "FAILED: The agent failed."],
  two: ["two", ['artifact a: "a" last', 'artifact b: "b" last']],
  artifacts: ["artifacts 2", ['artifact a0: "a0" last', 'artifact a1: "a1" last']],
  file: ["file 100", ["artifact file: 100 bytes of application/octet-stream last"]],
  data: [["data", data({ n: 1 }), image, data([2])], ['artifact data: {"n":1} + [2] last']],
  datalist: ["datalist", ["artifact datalist: [1,2,3] last"]],
  mirror: [["mirror", "a", data(1), image], ['artifact mirror: "a" + 1 + 3 bytes of dot.png image/png last']],
  context: ["context", ['artifact context: "1" last']],
  whoami: ["whoami", ['artifact whoami: "anonymous" last']],
  headers: ["headers", ['artifact headers: {"parameters":{"a2a-version":"1.0"},"extensions":[]} last']],

  "tck-complete-task": [withId("tck-complete-task"), [], "COMPLETED: Hello from TCK"],
  "tck-artifact-text": [withId("tck-artifact-text"), ['artifact output: "Generated text content" last']],
  "tck-artifact-file": [withId("tck-artifact-file"), ["artifact output: 3 bytes of output.txt text/plain last"]],
  "tck-artifact-file-url": [
    withId("tck-artifact-file-url"),
    ["artifact output: https://example.com/output.txt output.txt text/plain last"],
  ],
  "tck-artifact-data": [withId("tck-artifact-data"), ['artifact output: {"key":"value","count":42} last']],
  "tck-message-response": [withId("tck-message-response"), [], 'message "Direct message response"'],
  "tck-input-required": [withId("tck-input-required"), [], "INPUT_REQUIRED: Send another message to go on."],
  "tck-reject-task": [withId("tck-reject-task"), [], "REJECTED: Rejected as asked."],
  "tck-task-failure": [withId("tck-task-failure"), [], "FAILED: Failed as asked."],
  "tck-multi-turn": ["tck-multi-turn start", [], "INPUT_REQUIRED: Say done to end this task."],
  "tck-stream-basic": [withId("tck-stream-basic"), ['artifact output: "Stream hello from TCK" last']],
  "tck-stream-001": [withId("tck-stream-001"), ['artifact output: "Stream hello from TCK" last']],
  "tck-stream-003": [withId("tck-stream-003"), ['artifact output: "Stream task lifecycle" last']],
  "tck-stream-ordering-001": [withId("tck-stream-ordering-001"), ['artifact output: "Ordered output" last']],
  "tck-stream-artifact-text": [withId("tck-stream-artifact-text"), ['artifact output: "Streamed text content" last']],
  "tck-stream-artifact-file": [withId("tck-stream-artifact-file"), ["artifact output: 3 bytes of output.txt text/plain last"]],
  "tck-stream-chunked": ["tck-stream-chunked, please", ['artifact output: "chunk-1 "', 'artifact output: "chunk-2" append last']],
  "tck-stream-artifact-chunked": [
    withId("tck-stream-artifact-chunked"),
    ['artifact output: "chunk-1 "', 'artifact output: "chunk-2" append last'],
  ],
};

/** Rows with a test of their own: they need a clock, a second message, or do not report working first. */
const elsewhere = [
  ...["auth", "authauto", "crash", "invalid", "bad-output", "talk"],
  ...["tck-auth-required", "tck-stream-002", "tck-long-running", "tck-cancel", "test-resubscribe-message-id"],
];

test("every command and every prefix is tested", () => {
  const known = [...commandTable.keys(), ...scenarioTable.map(([prefix]) => prefix)];
  expect([...Object.keys(rows), ...elsewhere].sort()).toEqual(known.sort());
});

for (const [word, [say, between, last = "COMPLETED"]] of Object.entries(rows)) {
  const isReply = last.startsWith("message");
  test(`${word} streams and answers as its row says`, async () => {
    const client = await openTestbed().connect();
    const streamed = await collect(client.stream(sendable(say)));
    expect(streamed.events).toEqual(isReply ? [last] : ["task SUBMITTED", "WORKING", ...between, last]);
    const answer = await client.send(sendable(say), { contextId: "another" });
    if ("status" in answer) expect(outcome(answer)).toEqual(outcome(streamed.task));
    else expect(brief({ message: answer })).toBe(last);
  });
}

test("what is no command is echoed with all its parts", async () => {
  const client = await openTestbed().connect();
  const texts: readonly Say[] = ["hello", "Echo hello", "echo", "stream three", "stream 1 2 3", "sleep", "two apples", "constructor"];
  for (const say of texts) expect(outcome(await sendForTask(client, say))).toEqual(["COMPLETED", `echo: ${JSON.stringify(say)}`]);
  expect(outcome(await sendForTask(client, [image]))).toEqual(["COMPLETED", "echo: 3 bytes of dot.png image/png"]);
});

test("the first text part is the command, wherever it stands", async () => {
  const client = await openTestbed().connect();
  expect(outcome(await sendForTask(client, [image, "echo yes", "echo no"]))).toEqual(["COMPLETED", 'echo: "yes"']);
});

test("talk says its words one after another and keeps them in the history", async () => {
  const client = await openTestbed().connect();
  const { events } = await collect(client.stream("talk 2"));
  expect(events).toEqual(["task SUBMITTED", "WORKING: t1", "WORKING: t2", "COMPLETED"]);
  const task = await sendForTask(client, "talk 2");
  expect(task.history?.map(textOf)).toEqual(["talk 2", "t1", "t2"]);
});

test("tck-stream-002 completes without working", async () => {
  const client = await openTestbed().connect();
  expect((await collect(client.stream(withId("tck-stream-002")()))).events).toEqual(["task SUBMITTED", "COMPLETED"]);
  expect(outcome(await sendForTask(client, withId("tck-stream-002")))).toEqual(["COMPLETED"]);
});

for (const word of ["invalid", "bad-output"]) {
  test(`${word} fails the task, and a blocking caller is told why`, async () => {
    const client = await openTestbed().connect();
    expect((await collect(client.stream(word))).events).toEqual(["task SUBMITTED", "WORKING", "FAILED: The agent failed."]);
    await expect(client.send(word)).rejects.toMatchObject({ code: "InvalidAgentResponseError" });
  });
}

test("the text of a thrown error reaches nobody", async () => {
  const client = await openTestbed().connect();
  const task = await sendForTask(client, "throw secret");
  expect(JSON.stringify({ ...task, history: [] })).not.toContain("secret");
});

test("ask tells what it was answered", async () => {
  const client = await openTestbed().connect();
  const { id } = await sendForTask(client, "ask Which one?");
  expect(outcome(await sendForTask(client, "the left one", { taskId: id }))).toEqual(["COMPLETED", 'answer: "got: the left one"']);
});

test("the second message of a task is no command", async () => {
  const client = await openTestbed().connect();
  const { id } = await sendForTask(client, "ask Which one?");
  expect(outcome(await sendForTask(client, "fail now", { taskId: id }))).toEqual(["COMPLETED", 'answer: "got: fail now"']);
});

for (const [say, words] of [
  ["auth", "AUTH_REQUIRED: Authenticate out of band, then send any message to this task."],
  [withId("tck-auth-required"), "AUTH_REQUIRED: Authenticate out of band, then send another message."],
] as const) {
  test(`${typeof say === "string" ? say : "tck-auth-required"} waits for the next message, and its stream with it`, async () => {
    const client = await openTestbed().connect();
    const events = client.stream(sendable(say));
    const { statusUpdate } = await readUntil(events, words);
    expect(outcome(await sendForTask(client, "done so", { taskId: statusUpdate?.taskId ?? "" }))).toEqual(["COMPLETED"]);
    expect(await rest(events)).toEqual(["WORKING", "COMPLETED"]);
    expect(outcome(await sendForTask(client, say))).toEqual([words]);
  });
}

test("tck-complete-task ends a task that waits for input", async () => {
  const client = await openTestbed().connect();
  const { id } = await sendForTask(client, withId("tck-input-required"));
  const again = await sendForTask(client, withId("tck-input-required"), { taskId: id });
  expect(outcome(again)).toEqual(["INPUT_REQUIRED: Send another message to go on."]);
  expect(outcome(await sendForTask(client, withId("tck-complete-task"), { taskId: id }))).toEqual(["COMPLETED: Hello from TCK"]);
});

test("tck-input-required completes with any other message", async () => {
  const client = await openTestbed().connect();
  const { id } = await sendForTask(client, withId("tck-input-required"));
  expect(outcome(await sendForTask(client, "here it is", { taskId: id }))).toEqual(["COMPLETED"]);
});

test("tck-multi-turn asks until it is told to end", async () => {
  const client = await openTestbed().connect();
  const { id } = await sendForTask(client, "tck-multi-turn start");
  const again = await sendForTask(client, "more", { taskId: id });
  expect(outcome(again)).toEqual(["INPUT_REQUIRED: Say done to end this task."]);
  expect(outcome(await sendForTask(client, "I am done.", { taskId: id }))).toEqual(["COMPLETED: Done."]);
});

test("the longest prefix counts, in the text or in the message's id", () => {
  const lengths = scenarioTable.map(([prefix]) => prefix.length);
  expect(lengths).toEqual(lengths.toSorted((one, other) => other - one));
});

test("file has the same bytes each time, and not all alike", async () => {
  const client = await openTestbed().connect();
  const [one, other] = [await sendForTask(client, "file 1000"), await sendForTask(client, "file 1000")];
  expect(one.artifacts).toEqual(other.artifacts);
  const part = one.artifacts?.[0]?.parts[0];
  expect(new Set(part && bytesOf(part)).size).toBeGreaterThan(200);
});

test("file refuses what no message could carry", async () => {
  const client = await openTestbed().connect();
  expect(outcome(await sendForTask(client, "file 999999999"))).toEqual(["REJECTED: file makes at most 67108864 bytes."]);
});

test("data without data parts and mirror without other parts still complete", async () => {
  const client = await openTestbed().connect();
  expect(outcome(await sendForTask(client, "data"))).toEqual(["COMPLETED", 'data: {"ok":true}']);
  expect(outcome(await sendForTask(client, "mirror"))).toEqual(["COMPLETED"]);
});

test("context counts the tasks of its context", async () => {
  const client = await openTestbed().connect();
  const { contextId } = await sendForTask(client, "hello");
  expect(outcome(await sendForTask(client, "context", { contextId: contextId ?? "" }))).toEqual(["COMPLETED", 'context: "2"']);
});

test("headers tells the extensions that were activated", async () => {
  const client = await openTestbed().connect();
  const echo = "https://conformance.example/ext/echo/v1";
  const task = await sendForTask(client, "headers", { extensions: [echo, "https://unknown.example"], headers: { "A2A-Trace": "7" } });
  expect(task.artifacts?.[0]?.parts[0]?.data).toMatchObject({ parameters: { "a2a-trace": "7" }, extensions: [echo] });
});
