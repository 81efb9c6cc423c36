import type { StreamResponse, Task } from "@a2a/core";
import { applyEvent, textOf } from "@a2a/core";
import type { AgentDefinition } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { watched } from "../../server/test/stores.js";
import { cardAt } from "./card-at.js";
import { connected, dial, grpcVersions } from "./connected.js";
import type { Way } from "./cut.js";
import { makeWay } from "./cut.js";
import { answerTo, handmade, meet } from "./handmade.js";
import type { Opened } from "./opened.js";
import { open } from "./opened.js";

/** An agent that counts, each number when it is let. */
function counting(): { readonly definition: AgentDefinition; goOn(): void } {
  let left = 0;
  let wake = (): void => undefined;
  const definition: AgentDefinition = {
    card: { name: "Counting" },
    async *run() {
      for (let at = 1; at <= 6; at += 1) {
        while (left < at) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        yield `${at} `;
      }
    },
  };
  return {
    definition,
    goOn() {
      left += 1;
      wake();
    },
  };
}

/** An agent that is reached over a way that can be cut. */
async function openOver(way: Way, definition: AgentDefinition): Promise<Opened> {
  const opened = await open(definition, {}, { url: way.url });
  way.leadTo(opened.grpc.port);
  return opened;
}

function wordsOf(events: readonly StreamResponse[]): string {
  const texts = events.flatMap(({ task, artifactUpdate }) => [
    ...(task?.artifacts ?? []).map(textOf),
    ...(artifactUpdate ? [textOf(artifactUpdate.artifact)] : []),
  ]);
  return texts.join("");
}

for (const version of grpcVersions) {
  describe(`in version ${version} a stream that is cut`, () => {
    test("goes on, with each chunk once and the end last", async () => {
      const way = await makeWay();
      const { definition, goOn } = counting();
      const client = await dial(await openOver(way, definition), version);
      const events: StreamResponse[] = [];
      goOn();
      for await (const event of client.stream("count")) {
        events.push(event);
        if (!event.artifactUpdate) continue;
        const count = wordsOf(events).trim().split(" ").length;
        if (count === 2 || count === 4) {
          way.cut();
          goOn();
        }
        goOn();
      }
      expect(wordsOf(events)).toBe("1 2 3 4 5 6 ");
      expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
      expect(way.connections()).toBe(3);
      let task: Task | undefined;
      for (const event of events) if (!event.message) task = applyEvent(task, event);
      expect(task?.artifacts?.map(textOf)).toEqual(["1 2 3 4 5 6 "]);
    });

    test("goes on where the agent cannot be reached for a while, as run does", async () => {
      const way = await makeWay();
      const { definition, goOn } = counting();
      const opened = await openOver(way, definition);
      const client = await dial(opened, version, { retry: { attempts: 20, firstDelayMs: 50, maxDelayMs: 100 } });
      const answer = client.run("count");
      for (let at = 0; at < 6; at += 1) goOn();
      way.cut();
      way.leadTo(9);
      way.cut();
      setImmediate(() => way.leadTo(opened.grpc.port));
      expect(await answer).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
    });
  });
}

test("an agent whose streams end without a word is asked for the task", async () => {
  const task = (state: string): object => ({ id: "t", contextId: "c", status: { state } });
  const { url, calls } = await handmade((call) => {
    const isAsked = call.getPath().endsWith("/GetTask");
    call.write(
      isAsked ? answerTo("GetTask", task("TASK_STATE_COMPLETED")) : answerTo("SubscribeToTask", { task: task("TASK_STATE_WORKING") }),
    );
    call.end();
  });
  const client = await meet(cardAt(url), { retry: { firstDelayMs: 1, attempts: 3 } });
  expect(await client.run("hi")).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
  expect(calls.map((call) => call.getPath().split("/").at(-1))).toEqual(["SendStreamingMessage", "SubscribeToTask", "GetTask"]);
});

test("a connection that lets nothing through any more counts as cut when it does not answer a ping", async () => {
  const way = await makeWay();
  const { definition, goOn } = counting();
  await openOver(way, definition);
  const client = await meet(cardAt(way.url), {
    grpc: { keepaliveMs: 100, channel: { "grpc.keepalive_timeout_ms": 100 } },
    retry: { attempts: 4 },
  });
  const events: StreamResponse[] = [];
  goOn();
  for await (const event of client.stream("count")) {
    events.push(event);
    if (!event.artifactUpdate) continue;
    if (wordsOf(events) === "1 2 ") way.clog();
    goOn();
  }
  expect(wordsOf(events)).toBe("1 2 3 4 5 6 ");
});

test("a stream that is left is left on the other side as well", async () => {
  const { url, calls } = await handmade((call) => {
    call.write(answerTo("SubscribeToTask", { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } }));
  });
  const client = await meet(cardAt(url));
  for await (const event of client.stream("hi")) {
    expect(event).toHaveProperty("task");
    break;
  }
  const [call] = calls;
  if (!call?.cancelled) await new Promise((resolve) => call?.once("cancelled", resolve));
  expect(call?.cancelled).toBe(true);
});

test("events that nobody reads are not asked of the agent", async () => {
  const count = 1000;
  const definition: AgentDefinition = {
    card: { name: "Flood" },
    async *run() {
      for (let at = 0; at < count; at += 1) {
        yield { artifact: { artifactId: "a", parts: [{ text: `${at} ${"x".repeat(10_000)}` }] }, append: at > 0 };
      }
    },
  };
  const { store, taken } = watched(createMemoryStore());
  const { client } = await connected(definition, "1.0", { served: { store } });
  const stream = client.stream("hi");
  const first = await stream.next();
  const id = first.value?.task?.id ?? "";
  while ((await client.getTask(id)).status.state !== "TASK_STATE_COMPLETED") await new Promise((resolve) => setImmediate(resolve));
  expect(taken()).toBeLessThan(count / 2);
  let seen = 0;
  for await (const { artifactUpdate } of stream) if (artifactUpdate) seen += 1;
  expect(seen).toBe(count);
});
