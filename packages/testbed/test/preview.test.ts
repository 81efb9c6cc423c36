// Protocol 1.1, a preview, from a client to the testbed and back, over every binding.

import type { Client, ConnectOptions } from "@a2a/client";
import { connect } from "@a2a/client/v1.1";
import type { Task } from "@a2a/core/v1.1";
import { isTask } from "@a2a/core/v1.1";
import { grpc } from "@a2a/grpc/client";
import { serveGrpc } from "@a2a/grpc/server";
import type { OperationReport } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ProfileName } from "../src/index.js";
import { createTestbed } from "../src/index.js";

interface Served {
  readonly client: Client;
  /** What the testbed was asked for. */
  readonly reports: OperationReport[];
}

async function served(binding: string, profile: ProfileName = "default", options: ConnectOptions = {}): Promise<Served> {
  const testbed = createTestbed({ profile, speed: 100 });
  const reports: OperationReport[] = [];
  const http = await serve(testbed, {
    ...testbed.options,
    port: 0,
    versions: ["1.1", "1.0"],
    onOperation: (report) => void reports.push(report),
  });
  onTestFinished(() => http.close());
  await serveGrpc(http, { port: 0 });
  const client = await connect(http.url, { versions: ["1.1"], bindings: [binding], transports: [grpc()], ...options });
  return { client, reports };
}

function counted(value: unknown): Task {
  if (!isTask(value)) throw new TypeError(`no task: ${JSON.stringify(value)}`);
  return value;
}

for (const binding of ["JSONRPC", "HTTP+JSON", "GRPC"]) {
  describe(`1.1 over ${binding}`, () => {
    test("says the generation of tasks and events, one more with each event", async () => {
      const { client, reports } = await served(binding);
      const generations: unknown[] = [];
      for await (const { task, statusUpdate, artifactUpdate } of client.stream("stream 3")) {
        const item: object = task ?? statusUpdate ?? artifactUpdate ?? {};
        generations.push("generation" in item && item.generation);
      }
      expect(generations).toEqual(generations.map((_, at) => at + 1));
      expect(generations.length).toBeGreaterThan(4);
      const { id, generation } = counted(await client.send("echo hi"));
      expect(counted(await client.getTask(id))).toMatchObject({ id, generation });
      for await (const task of client.listTasks({ pageSize: 1 })) expect(counted(task).generation).toBeGreaterThan(2);
      expect(reports.every(({ version }) => version === "1.1")).toBe(true);
    });

    test("a task that is canceled has gone on", async () => {
      const { client } = await served(binding);
      const { id, generation = 0 } = counted(await client.send("hold 100000", { returnImmediately: true }));
      expect(counted(await client.cancelTask(id)).generation).toBeGreaterThan(generation);
    });

    test("a client waits by long polls where the agent does not stream, and never in vain", async () => {
      // Pauses of a minute: nobody would wait for the end if there were one.
      const { client, reports } = await served(binding, "no-streaming", { retry: { firstDelayMs: 60_000, maxDelayMs: 60_000 } });
      const begun = counted(await client.send("talk 5", { returnImmediately: true }));
      const task = counted(await client.task(begun.id).wait());
      expect(task.status.state).toBe("TASK_STATE_COMPLETED");
      const polls = reports.filter(({ operation }) => operation === "GetTask");
      expect(polls.length).toBeLessThanOrEqual((task.generation ?? 0) + 1);
      expect(reports.map(({ operation }) => operation)).not.toContain("SubscribeToTask");
    });

    test("a call that asks for it is held until the task goes on", async () => {
      const { client } = await served(binding);
      const { id } = counted(await client.send("ask Which?"));
      const { generation = 0 } = counted(await client.getTask(id));
      const held = client.getTask(id, { currentGeneration: generation });
      await client.send("this", { taskId: id });
      expect(counted(await held).generation).toBeGreaterThan(generation);
    });

    test("a message for a task that has gone on is refused with the facts, and one for the task as it is is taken", async () => {
      const { client } = await served(binding);
      const { id, generation = 0 } = counted(await client.send("ask Which?"));
      const late = client.send("late", { taskId: id, ifGenerationMatch: generation - 1 });
      await expect(late).rejects.toMatchObject({
        code: "InvalidTaskStateError",
        refined: "TaskGenerationMismatchError",
        metadata: { taskId: id, expectedGeneration: String(generation - 1), currentGeneration: String(generation) },
      });
      const streamed = client.stream("late", { taskId: id, ifGenerationMatch: generation - 1 }).next();
      await expect(streamed).rejects.toMatchObject({ refined: "TaskGenerationMismatchError" });
      const task = counted(await client.send("this", { taskId: id, ifGenerationMatch: generation }));
      expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    });

    for (const generation of [-1, 1.5, 2 ** 53]) {
      test(`${generation} is no generation, and is refused by its pointer`, async () => {
        const { client } = await served(binding);
        const { id } = counted(await client.send("ask Which?"));
        const asked = client.getTask(id, { currentGeneration: generation });
        // What protobuf cannot say is not even sent.
        if (binding === "GRPC" && generation !== -1) await expect(asked).rejects.toThrow(/currentGeneration/);
        else await expect(asked).rejects.toMatchObject({ code: "InvalidParamsError", violations: [{ pointer: "/currentGeneration" }] });
      });
    }

    test("is not spoken with who asks for 1.0", async () => {
      const { client, reports } = await served(binding, "default", { versions: ["1.0"] });
      const task = await client.send("echo hi");
      expect(task).not.toHaveProperty("generation");
      expect(reports.map(({ version }) => version)).toEqual(["1.0"]);
    });
  });
}
