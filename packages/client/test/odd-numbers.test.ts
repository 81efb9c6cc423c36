import { connect } from "@a2a/client";
import type { StreamResponse, Version } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Peer } from "./peers.js";
import { cardOf, collect, event, json, localErrorOf, peerOf, resultOf, sse, taskIn } from "./peers.js";

// Agents whose numbers of events are not what the specification means by them.

const quick = { firstDelayMs: 1 };
const ids = { taskId: "task-1", contextId: "context-1" };

/** What an agent of a version says, as it is on its wire. */
const wires = {
  "0.3": {
    task: (state: string, texts: readonly string[] = []) => ({
      kind: "task",
      id: "task-1",
      contextId: "context-1",
      status: { state },
      ...(texts.length > 0 && { artifacts: [{ artifactId: "a", parts: texts.map((text) => ({ kind: "text", text })) }] }),
    }),
    chunk: (text: string) => ({
      ...ids,
      kind: "artifact-update",
      append: text !== "1",
      artifact: { artifactId: "a", parts: [{ kind: "text", text }] },
    }),
    end: { ...ids, kind: "status-update", status: { state: "completed" }, final: true },
    states: ["working", "completed"],
    shown: (task: object) => task,
  },
  "1.0": {
    task: (state: string, texts: readonly string[] = []) =>
      taskIn(state, texts.length > 0 ? { artifacts: [{ artifactId: "a", parts: texts.map((text) => ({ text })) }] } : {}),
    chunk: (text: string) => ({ artifactUpdate: { ...ids, append: text !== "1", artifact: { artifactId: "a", parts: [{ text }] } } }),
    end: { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } },
    states: ["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"],
    shown: (task: object) => ({ task }),
  },
} as const;

/** What a stream said of the artifact, and how it ended. */
function outlineOf(events: readonly StreamResponse[]): readonly unknown[] {
  const texts = events.flatMap(({ artifactUpdate }) => artifactUpdate?.artifact.parts.map(({ text }) => text) ?? []);
  return [texts, events.at(-1)?.statusUpdate?.status.state];
}

for (const version of ["0.3", "1.0"] as const satisfies readonly Version[]) {
  const { task, chunk, end, states, shown } = wires[version];
  const whole = task(states[1], ["1", "2", "3", "4"]);
  const isGet = (method = ""): boolean => method === "tasks/get" || method === "GetTask";

  describe(`an agent of ${version} that numbers its events anew in each stream`, () => {
    /** Cuts its first stream after two chunks; the next goes on behind them, and begins with number 0 again. */
    const peer = (asked: string[]): Peer =>
      peerOf((_, { id, method = "" }) => {
        asked.push(method);
        if (isGet(method)) return json(resultOf(id, whole));
        const isFirst = asked.length === 1;
        const events = isFirst ? [shown(task(states[0])), chunk("1"), chunk("2")] : [chunk("3"), chunk("4"), end];
        return sse(
          events.map((each, at) => `id: ${at}\n${event(resultOf(id, each))}`),
          isFirst ? "break" : "close",
        ).response;
      });

    test("is asked for the task after a cut: nothing is lost, and nothing comes twice", async () => {
      const asked: string[] = [];
      const client = await connect(cardOf(version), { fetch: peer(asked).fetch, retry: quick });
      expect(outlineOf(await collect(client.stream("hi")))).toEqual([["1", "2", "3", "4"], "TASK_STATE_COMPLETED"]);
      expect(asked.filter(isGet).length).toBeGreaterThan(0);
    });

    test("brings a message to its result", async () => {
      const client = await connect(cardOf(version), { fetch: peer([]).fetch, retry: quick });
      expect(await client.run("hi")).toMatchObject({
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [{ parts: [{ text: "1" }, { text: "2" }, { text: "3" }, { text: "4" }] }],
      });
    });
  });

  for (const number of [0, 1, 7]) {
    test(`an agent of ${version} whose events all have the number ${number} is heard to the end`, async () => {
      const peer = peerOf((_, { id, method }) => {
        if (isGet(method)) return json(resultOf(id, whole));
        const events = [shown(task(states[0])), chunk("1"), chunk("2"), chunk("3"), chunk("4"), end];
        return sse(events.map((each) => `id: ${number}\n${event(resultOf(id, each))}`)).response;
      });
      const client = await connect(cardOf(version), { fetch: peer.fetch });
      expect(outlineOf(await collect(client.stream("hi")))).toEqual([["1", "2", "3", "4"], "TASK_STATE_COMPLETED"]);
    });
  }
}

describe("an agent that tells of another task", () => {
  const { task, chunk, end } = wires["1.0"];
  const foreign = { statusUpdate: { ...end.statusUpdate, taskId: "other" } };

  for (const [what, events] of [
    ["in an update", [{ task: task("TASK_STATE_WORKING") }, foreign]],
    ["as if it were this one", [{ task: task("TASK_STATE_WORKING") }, { task: { ...task("TASK_STATE_COMPLETED"), id: "other" } }]],
  ] as const) {
    test(`${what} breaks the protocol`, async () => {
      const peer = peerOf((_, { id }) => sse(events.map((each) => event(resultOf(id, each)))).response);
      const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
      expect(await localErrorOf(client.run("hi"))).toMatchObject({ code: "BAD_RESPONSE", message: expect.stringContaining("other") });
    });
  }

  test("than the one that is followed breaks it too", async () => {
    const peer = peerOf((_, { id }) => sse([event(resultOf(id, { task: task("TASK_STATE_COMPLETED") }))]).response);
    const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
    expect(await localErrorOf(collect(client.subscribe("task-9")))).toMatchObject({ code: "BAD_RESPONSE" });
    expect(await localErrorOf(client.task("task-9").wait())).toMatchObject({ code: "BAD_RESPONSE" });
  });

  test("may answer a message to one task with another", async () => {
    const peer = peerOf(
      (_, { id }) => sse([{ task: task("TASK_STATE_WORKING") }, chunk("1"), end].map((each) => event(resultOf(id, each)))).response,
    );
    const client = await connect(cardOf(), { fetch: peer.fetch, retry: { ...quick, attempts: 1 } });
    expect(await client.run("hi", { taskId: "task-9" })).toMatchObject({ id: "task-1" });
  });
});
