// A testbed that keeps its tasks in a file is killed and started again: nothing that it has said is lost or said twice.

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@a2a/client";
import { expect, onTestFinished, test } from "vitest";
import { collect, outcome, readUntil, rest, sendForTask } from "./open-testbed.js";
import type { Process } from "./process.js";
import { start } from "./process.js";

const timeout = 60_000;
const ended = "FAILED: The agent's process ended.";

/** Starts a testbed, and the same again at the same address. */
function restarting(): (environment?: Readonly<Record<string, string>>) => Promise<Process & { readonly address: string }> {
  const folder = mkdtempSync(join(tmpdir(), "a2a-restart-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let port = "0";
  return async (environment = {}) => {
    const testbed = start({ PORT: port, A2A_STORE: `sqlite:${join(folder, "tasks.db")}`, ...environment });
    const address = await testbed.url();
    port = new URL(address).port;
    return { ...testbed, address };
  };
}

async function kill(testbed: Process): Promise<void> {
  testbed.end("SIGKILL");
  await testbed.ended;
}

test("a stream that a kill cuts goes on after the restart: each chunk once, then the end", { timeout }, async () => {
  const run = restarting();
  const first = await run();
  const client = await connect(first.address, { retry: { attempts: 50 } });
  const done = await sendForTask(client, "echo before");
  const events = client.stream("stream 100000 1");
  const { artifactUpdate } = await readUntil(events, 'artifact out: "token 20 " append');
  await kill(first);
  await run();
  const after = await rest(events);
  const chunks = after.filter((each) => each.startsWith("artifact"));
  expect(chunks).toEqual(chunks.map((_, at) => `artifact out: "token ${21 + at} " append`));
  expect(after.at(-1)).toBe(ended);
  const stored = await client.getTask(artifactUpdate?.taskId ?? "");
  expect(stored.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(
    Array.from({ length: 21 + chunks.length }, (_, at) => `token ${at} `),
  );
  expect(outcome(await client.getTask(done.id))).toEqual(["COMPLETED", 'echo: "before"']);
});

test("a webhook that took nothing before the kill is told everything after it, in order", { timeout }, async () => {
  const told: unknown[] = [];
  let isUp = false;
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (isUp) told.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(isUp ? 200 : 500).end();
    receiver.emit("told");
  });
  onTestFinished(() => void receiver.close());
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
  const run = restarting();
  const first = await run({ A2A_PUSH_ALLOW: "127.0.0.1" });
  const client = await connect(first.address);
  await sendForTask(client, "stream 2", { pushConfig: { url } });
  await once(receiver, "told");
  await kill(first);
  isUp = true;
  await run({ A2A_PUSH_ALLOW: "127.0.0.1" });
  while (told.length < 5) await once(receiver, "told");
  expect((await collect(streamOf(told))).events).toEqual([
    "task SUBMITTED",
    "WORKING",
    'artifact out: "token 0 "',
    'artifact out: "token 1 " append last',
    "COMPLETED",
  ]);
});

async function* streamOf(
  told: readonly unknown[],
): AsyncGenerator<Parameters<typeof collect>[0] extends AsyncIterable<infer E> ? E : never> {
  // safe: what the webhook of 1.0 is told is an event
  for (const each of told) yield each as never;
}
