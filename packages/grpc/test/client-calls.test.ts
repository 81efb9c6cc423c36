import type { StreamResponse, Task } from "@a2a/core";
import { textOf } from "@a2a/core";
import type { AgentDefinition } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { connected, grpcVersions } from "./connected.js";

const definition: AgentDefinition = {
  card: { name: "Echo", capabilities: { pushNotifications: true, extendedAgentCard: true } },
  extendedCard: { name: "Echo for friends" },
  async *run({ text, task, signal }) {
    if (text === "reply") yield { messageId: "r", role: "ROLE_AGENT", parts: [{ text: "direct" }] };
    else if (text === "ask" && !task.history?.length) yield { state: "TASK_STATE_INPUT_REQUIRED", message: "which?" };
    else if (text === "wait") {
      yield "waiting";
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    } else {
      yield "echo: ";
      yield text;
    }
  },
};

function wordsOf({ artifacts = [] }: Task): string {
  return artifacts.map(textOf).join();
}

function asTask(answer: object): Task {
  if (!("status" in answer)) throw new TypeError("no task");
  // safe: only tasks have a status
  return answer as Task;
}

for (const version of grpcVersions) {
  describe(`in version ${version}`, () => {
    test("a message is answered with the task that is over, by send and by run", async () => {
      const { client } = await connected(definition, version);
      expect(client.interfaces).toMatchObject([{ protocolBinding: "GRPC", protocolVersion: version }]);
      for (const answer of [await client.send("hello"), await client.run("hello")]) {
        expect(answer).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
        expect(wordsOf(asTask(answer))).toBe("echo: hello");
      }
    });

    test("a direct reply is a message, by send and in a stream", async () => {
      const { client } = await connected(definition, version);
      expect(await client.send("reply")).toMatchObject({ role: "ROLE_AGENT", parts: [{ text: "direct" }] });
      const events: StreamResponse[] = [];
      for await (const event of client.stream("reply")) events.push(event);
      expect(events).toMatchObject([{ message: { parts: [{ text: "direct" }] } }]);
    });

    test("a stream has the task first, each chunk once, and its end last", async () => {
      const { client } = await connected(definition, version);
      const events: StreamResponse[] = [];
      for await (const event of client.stream("hello")) events.push(event);
      expect(events[0]).toHaveProperty("task.id");
      expect(events.flatMap(({ artifactUpdate }) => (artifactUpdate ? textOf(artifactUpdate.artifact) : []))).toEqual(["echo: ", "hello"]);
      expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
    });

    test("a task can be got, followed and canceled", async () => {
      const { client } = await connected(definition, version);
      const { id } = asTask(await client.send("wait", { returnImmediately: true }));
      const followed: StreamResponse[] = [];
      for await (const event of client.subscribe(id)) {
        followed.push(event);
        if (event.task && followed.length === 1)
          expect(await client.cancelTask(id)).toMatchObject({ id, status: { state: "TASK_STATE_CANCELED" } });
      }
      expect(followed[0]).toHaveProperty("task.id", id);
      expect(followed.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_CANCELED" } } });
      expect(await client.getTask(id)).toMatchObject({ id, status: { state: "TASK_STATE_CANCELED" } });
      await expect(client.getTask("nobody's")).rejects.toMatchObject({ code: "TaskNotFoundError" });
    });

    test("webhooks are registered, shown, listed and removed", async () => {
      const { client } = await connected(definition, version, { served: { push: { allowedHosts: ["127.0.0.1"] } } });
      const { id: taskId } = asTask(await client.send("hello"));
      const config = { taskId, id: "mine", url: "http://127.0.0.1:9/hook", token: "t" };
      expect(await client.createPushConfig(config)).toMatchObject(config);
      expect(await client.getPushConfig(taskId, "mine")).toMatchObject(config);
      const listed: object[] = [];
      for await (const each of client.listPushConfigs(taskId)) listed.push(each);
      expect(listed).toMatchObject([config]);
      await client.deletePushConfig(taskId, "mine");
      await expect(client.getPushConfig(taskId, "mine")).rejects.toMatchObject({ code: "TaskNotFoundError" });
    });

    test("the extended card is shown", async () => {
      const { client } = await connected(definition, version, { served: { authenticate: () => ({ user: "friend" }) } });
      expect(await client.getExtendedCard()).toMatchObject({ name: "Echo for friends" });
    });
  });
}

test("tasks are listed page by page", async () => {
  const { client } = await connected(definition, "1.0");
  const ids = new Set<string>();
  for (const text of ["one", "two", "three"]) ids.add(asTask(await client.send(text)).id);
  const listed: string[] = [];
  for await (const { id } of client.listTasks({ pageSize: 2 })) listed.push(id);
  expect(new Set(listed)).toEqual(ids);
  expect(listed).toHaveLength(3);
});

test("what 0.3 lacks is UNSUPPORTED", async () => {
  const { client } = await connected(definition, "0.3");
  await expect(client.listTasks().next()).rejects.toMatchObject({ code: "UNSUPPORTED" });
});
