// Two testbeds with one database: whichever of them a client talks to, it is the same agent.

import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cluster } from "../../postgres/test/cluster.js";
import { findPostgres, startCluster } from "../../postgres/test/cluster.js";
import { outcome, readUntil, rest, sendForTask } from "./open-testbed.js";
import type { Process } from "./process.js";
import { start } from "./process.js";

const timeout = 60_000;
const postgres = findPostgres();
let cluster: Cluster | undefined;

beforeAll(async () => {
  cluster = postgres === undefined ? undefined : await startCluster(postgres);
});
afterAll(() => cluster?.stop());

interface Place {
  readonly running: Process;
  readonly client: Client;
}

async function open(): Promise<Place> {
  const running = start({ PORT: "0", A2A_STORE: cluster?.url ?? "" });
  return { running, client: await connect(await running.url()) };
}

describe.skipIf(postgres === undefined)("two processes with one database", () => {
  test("a task that one works on is followed, canceled and answered at the other", { timeout }, async () => {
    const [here, there] = await Promise.all([open(), open()]);
    const streaming = here.client.stream("stream 30 20");
    const { artifactUpdate } = await readUntil(streaming, 'artifact out: "token 0 "');
    const followed = await rest(there.client.subscribe(artifactUpdate?.taskId ?? ""));
    const streamed = await rest(streaming);
    expect(followed.at(-1)).toBe("COMPLETED");
    // The subscriber begins with the task as it is: from there on both are told the same.
    expect(followed.slice(1)).toEqual(streamed.slice(streamed.length - followed.length + 1));

    const holding = here.client.stream("hold 60000");
    const { statusUpdate } = await readUntil(holding, "WORKING");
    expect(outcome(await there.client.cancelTask(statusUpdate?.taskId ?? ""))).toEqual(["CANCELED"]);
    expect(await rest(holding)).toEqual(["CANCELED"]);

    const asked = await sendForTask(here.client, "ask Who?");
    expect(outcome(await sendForTask(there.client, "Ada", { taskId: asked.id }))).toEqual([
      "COMPLETED",
      expect.stringContaining("got: Ada"),
    ]);

    const { id } = await sendForTask(here.client, "stuck 60000", { returnImmediately: true });
    await expect(there.client.cancelTask(id)).rejects.toMatchObject({ code: "TaskNotCancelableError" });
  });

  // The lease of a process that was killed has to end first, which takes ten seconds.
  test.runIf(process.env.A2A_CHAOS_ROUNDS)(
    "a task whose process is killed fails at the other, for whoever follows it",
    { timeout },
    async () => {
      const [here, there] = await Promise.all([open(), open()]);
      const task = await sendForTask(here.client, "hold 60000", { returnImmediately: true });
      const following = there.client.subscribe(task.id);
      await readUntil(following, "task WORKING");
      here.running.end("SIGKILL");
      expect(await rest(following)).toEqual(["FAILED: The agent's process ended."]);
    },
  );

  test("a process that is told to end leaves its tasks to the other, at once", { timeout }, async () => {
    const [here, there] = await Promise.all([open(), open()]);
    const task = await sendForTask(here.client, "hold 60000", { returnImmediately: true });
    const following = there.client.subscribe(task.id);
    await readUntil(following, "task WORKING");
    here.running.end("SIGTERM");
    expect(await here.running.ended).toBe(0);
    expect(await rest(following)).toEqual(["FAILED: The agent's process ended."]);
  });
});
