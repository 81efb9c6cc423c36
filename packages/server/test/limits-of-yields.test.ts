// How much an agent may say at a time, and into one artifact: more breaks its task, not the server.

import type { HandlerOptions, Yield } from "@a2a/server";
import { describe, expect, test } from "vitest";
import type { Answered } from "./rpc.js";
import { call, getTask, say, sendFor } from "./rpc.js";
import { agentOf, countingIds, listeningLogger, openFetch } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";

expectNothingUnhandled();

const small: HandlerOptions = { maxEventBytes: 1000, maxArtifactBytes: 2000, makeId: countingIds() };
const long = "x".repeat(1001);

/** Has an agent say all this, and reads what its caller is answered. */
async function hear(
  yields: readonly Yield[],
  options: HandlerOptions = small,
): Promise<{ readonly answer: Answered; readonly told: string }> {
  const { logger, told } = listeningLogger();
  const served = await openFetch(
    agentOf(async function* () {
      yield* yields;
    }),
    { logger, ...options, makeId: countingIds() },
  );
  const answer = await call(served, "SendMessage", { message: say("hi") });
  if (answer.error) expect((await getTask(served, "id-1")).status.state).toBe("TASK_STATE_FAILED");
  return { answer, told: told.map(({ facts }) => Object.values(facts).map(String).join(" ")).join("\n") };
}

describe("an agent breaks its task that yields too much at a time", () => {
  for (const [what, value] of [
    ["as a string", long],
    ["as a part", { text: long }],
    ["as bytes", { raw: "QUFB".repeat(251) }],
    ["as data", { data: { a: [long] } }],
    ["as many small values", { data: Array.from({ length: 100 }, () => 1) }],
    ["as metadata of a part", { text: "hi", metadata: { a: long } }],
    ["as an artifact", { artifact: { parts: [{ text: long }] } }],
    ["as metadata of an artifact", { artifact: { parts: [{ text: "hi" }], metadata: { a: long } } }],
    ["as many parts", { artifact: { parts: Array.from({ length: 20 }, () => ({ text: "x" })) } }],
    ["as a status", { state: "TASK_STATE_WORKING", message: long }],
    ["as a message", { messageId: "m", role: "ROLE_AGENT", parts: [{ text: long }] }],
  ] as const satisfies readonly (readonly [string, Yield])[]) {
    test(what, async () => {
      const { answer, told } = await hear(["first", value]);
      expect(answer.error?.code).toBe(-32006);
      expect(told).toMatch(/the agent yielded \d+ bytes at a time, and 1000 is the most/);
    });
  }
});

test("an agent breaks its task that puts too much into one artifact, chunk by chunk", async () => {
  const { answer, told } = await hear(["x".repeat(800), "x".repeat(800), "x".repeat(800)]);
  expect(answer.error?.code).toBe(-32006);
  expect(told).toMatch(/the agent has put \d+ bytes into an artifact, and 2000 is the most/);
});

test("an agent breaks its task that goes on with an artifact while it makes another", async () => {
  const chunk = (artifactId: string): Yield => ({ artifact: { artifactId, parts: [{ text: "x".repeat(600) }] }, append: true });
  expect((await hear([chunk("a"), chunk("b"), chunk("a"), chunk("b")])).answer.error).toBeUndefined();
  expect((await hear([chunk("a"), chunk("b"), chunk("a"), chunk("b"), chunk("a")])).answer.error?.code).toBe(-32006);
});

test("an agent may make many artifacts, and an artifact anew", async () => {
  const whole = (artifactId?: string): Yield => ({ artifact: { ...(artifactId && { artifactId }), parts: [{ text: "x".repeat(800) }] } });
  const { answer } = await hear([whole(), whole(), whole(), whole("same"), whole("same"), whole("same"), whole("same")]);
  expect(answer.error).toBeUndefined();
});

test("what an artifact has from an earlier turn counts", async () => {
  const served = await openFetch(
    agentOf(async function* ({ text }) {
      yield { artifact: { artifactId: "a", parts: [{ text: "x".repeat(800) }] }, append: text !== "first" };
      yield { state: "TASK_STATE_INPUT_REQUIRED" };
    }),
    small,
  );
  const { id } = await sendFor(served, say("first"));
  await sendFor(served, say("more", { taskId: id }));
  const { error } = await call(served, "SendMessage", { message: say("more", { taskId: id }) });
  expect(error?.code).toBe(-32006);
});

test("an agent that says a lot, bit by bit, is within the defaults", async () => {
  const { answer } = await hear(
    Array.from({ length: 1000 }, () => "x".repeat(1000)),
    {},
  );
  expect(answer.error).toBeUndefined();
});
