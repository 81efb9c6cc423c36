import { connect } from "@a2a/client";
import type { Message, Part, Task } from "@a2a/core";
import { bytesOf, data, file, lintCard, text, textOf } from "@a2a/core";
import { createA2AHandler } from "@a2a/server";
import { expect, test } from "vitest";
import { dataAnalyst } from "./data-analyst.js";

const csv = "day,temp_max,temp_min,sky\n2012-01-01,8,2,rain\n2012-02-01,10,4,sun\n2012-03-01,12,6,sun\n";
const upload = (content: string): Part => file(new TextEncoder().encode(content), { filename: "data.csv", mediaType: "text/csv" });

async function ask(content: readonly (string | Part)[], follow?: Task): Promise<Task> {
  const client = await connect("http://analyst.example", { fetch: handler.fetch });
  const answer = await client.send([...content], follow && { taskId: follow.id });
  if (!("status" in answer)) throw new TypeError("the analyst answers with tasks");
  return answer;
}

const handler = createA2AHandler(dataAnalyst, {});

function statusOf({ status }: Task): [string, string] {
  return [status.state, status.message ? textOf(status.message) : ""];
}

function answerOf(task: Task): unknown {
  return task.artifacts?.find(({ name }) => name === "answer")?.parts[0]?.data;
}

for (const version of ["1.0", "0.3", "0.1"] as const) {
  test(`there is nothing to say about its card of ${version}`, async () => {
    const path = version === "0.1" ? "agent.json" : "agent-card.json";
    const request = new Request(`https://analyst.example/.well-known/${path}`, { headers: { "a2a-version": version } });
    expect(lintCard(await (await handler.fetch(request)).json())).toEqual({ version, findings: [] });
  });
}

test("a question that names a column is answered in words, as data and as a chart", async () => {
  const task = await ask(["How was the temperature?", upload(csv)]);
  expect(statusOf(task)).toEqual(["TASK_STATE_INPUT_REQUIRED", "Which column should I look at: temp_max, temp_min?"]);
  const done = await ask(["temp_max"], task);
  expect(statusOf(done)[0]).toBe("TASK_STATE_COMPLETED");
  expect(textOf(done)).toContain("The maximum is 12, on 2012-03-01.");
  expect(answerOf(done)).toMatchObject({ column: "temp_max", count: 3, mean: 10 });
  const chart = done.artifacts?.find(({ name }) => name === "chart")?.parts[0];
  expect(chart).toMatchObject({ filename: "temp_max.svg", mediaType: "image/svg+xml" });
  expect(new TextDecoder().decode(chart && bytesOf(chart))).toMatch(/^<svg /);
});

test("a question that names no column is asked back, in words and as data", async () => {
  const task = await ask(["What do you see?", upload(csv)]);
  expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  expect(task.status.message?.parts[1]?.data).toEqual({
    columns: [
      { name: "day", kind: "date" },
      { name: "temp_max", kind: "number" },
      { name: "temp_min", kind: "number" },
      { name: "sky", kind: "text" },
    ],
  });
});

test("structured output has the members that a part's schema asks for", async () => {
  const schema = { type: "object", properties: { mean: { type: "number" }, column: { type: "string" } }, required: ["mean"] };
  const task = await ask([text("temp_min", { metadata: { mimeType: "application/json", schema } }), upload(csv)]);
  expect(answerOf(task)).toEqual({ mean: 4, column: "temp_min" });
});

test("a schema of an array gets the groups", async () => {
  const task = await ask([text("sky", { metadata: { schema: { type: "array" } } }), upload(csv)]);
  expect(answerOf(task)).toEqual([
    { label: "sun", value: 2 },
    { label: "rain", value: 1 },
  ]);
});

test("a schema that asks for what the answer does not have is refused in one sentence", async () => {
  const schema = { type: "object", properties: { median: {}, mode: {} }, required: ["median", "mode"] };
  const [state, words] = statusOf(await ask([text("temp_min", { metadata: { schema } }), upload(csv)]));
  expect(state).toBe("TASK_STATE_FAILED");
  expect(words).toMatch(/^The answer has no mode; it has column, .*median.*\.$/);
});

test("a message without a file is asked for one", async () => {
  const task = await ask(["What was the maximum temperature?"]);
  expect(statusOf(task)).toEqual(["TASK_STATE_INPUT_REQUIRED", "Which table is it about? Send a CSV file."]);
  expect(statusOf(await ask(["temp_max", upload(csv)], task))[0]).toBe("TASK_STATE_COMPLETED");
});

for (const [what, part, sentence] of [
  ["an empty file", upload(""), "The file is empty."],
  ["a file without rows", upload("a,b\n"), "The table has a header but no rows of data."],
  ["a row with too many fields", upload("a,b\n1,2,3\n"), "Line 2 has more fields than the header."],
  ["a link", { url: "https://example.com/data.csv" }, "The file is only a link; send the file itself."],
  [
    "bytes that are not base64",
    { raw: `${"QUJD".repeat(1000)}§§§§${"QUJD".repeat(1000)}`, filename: "data.csv" },
    "The file is not base64; send its bytes in base64.",
  ],
] as const) {
  test(`${what} fails the task with one clear sentence`, async () => {
    expect(statusOf(await ask(["a", part]))).toEqual(["TASK_STATE_FAILED", sentence]);
  });
}

test("data parts are not taken for the table", async () => {
  const note = { ...data({ note: 1 }), mediaType: "text/csv" };
  expect(statusOf(await ask(["temp_max", note]))[0]).toBe("TASK_STATE_INPUT_REQUIRED");
});

test("what it says is streamed while it works", async () => {
  const client = await connect("http://analyst.example", { fetch: handler.fetch });
  const words: string[] = [];
  for await (const { artifactUpdate } of client.stream(["temp_max", upload(csv)])) {
    if (artifactUpdate) words.push(textOf(artifactUpdate.artifact));
  }
  expect(words.length).toBeGreaterThan(4);
  expect(words[0]).toBe("Column temp_max holds numbers: 3 values, none is missing.\n");
});

test("everything that was sent stays in the history", async () => {
  const first = await ask(["What do you see?", upload(csv)]);
  const done = await ask(["wind? no: temp_max"], first);
  expect(done.history?.map(({ role }: Message) => role)).toEqual(["ROLE_USER", "ROLE_AGENT", "ROLE_USER"]);
});
