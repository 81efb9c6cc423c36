// An option that is undefined is left out: JavaScript, and TypeScript with its own defaults, let users write it so.

import type { HandlerOptions } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { expect, onTestFinished, test } from "vitest";
import { say, sendFor } from "./rpc.js";
import { agentOf, openFetch } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";

expectNothingUnhandled();

const names: Required<{ [Name in keyof HandlerOptions]: 0 }> = {
  ...{ authenticate: 0, basePath: 0, bindings: 0, cors: 0, deadlineMs: 0, duplicateWindowMs: 0, heartbeatMs: 0, logger: 0, makeId: 0 },
  ...{ longPollMs: 0 },
  ...{ maxBlockingMs: 0, maxBodyBytes: 0, maxRunningTasks: 0, maxStreams: 0, now: 0, onOperation: 0, openApi: 0, publicUrl: 0, push: 0 },
  ...{ authenticateTimeoutMs: 0, security: 0, reopenTerminal: 0, signing: 0, health: 0, stopTimeoutMs: 0, store: 0, sweepMs: 0 },
  ...{ strictVersion: 0, tenants: 0, versions: 0 },
  ...{ maxDepth: 0, maxParts: 0, maxMetadataBytes: 0, maxIdLength: 0, fileUrls: 0, maxHistory: 0, maxEventBytes: 0, maxArtifactBytes: 0 },
  ...{ maxTasksPerUser: 0, maxStreamsPerUser: 0, requestsPerSecond: 0 },
};

for (const name of Object.keys(names)) {
  test(`a server whose ${name} is undefined has the default, also where an agent fails`, async () => {
    const failing = agentOf(() => Promise.reject(new Error("no")));
    const served = await openFetch(failing, { [name]: undefined });
    expect((await sendFor(served, say("hi"))).status.state).toBe("TASK_STATE_FAILED");
  });
}

test("a fetch handler needs no options", async () => {
  const { fetch, close } = createA2AHandler({ definition: agentOf(async () => "hi") });
  onTestFinished(close);
  expect((await fetch(new Request("http://agent.test/tasks"))).status).toBe(200);
});

test("members of push and cors that are undefined have their defaults", () => {
  // safe: what TypeScript lets through without exactOptionalPropertyTypes
  const options = { push: { maxAttempts: undefined }, cors: { origins: "*", maxAgeSeconds: undefined } } as unknown as HandlerOptions;
  expect(() => createA2AHandler({ definition: agentOf(async () => "hi") }, options)).not.toThrow();
});
