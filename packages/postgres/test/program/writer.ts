// An instance in a process of its own: it takes over what nobody has, and appends to all that it has, saying on a line each what was acknowledged.
// `ack <task> <number> <text>`, `fenced <task> <number>`. It ends when it is killed.

import type { Lease, LogEntry } from "@a2a/server";
import { openPostgresStore } from "../../src/index.js";

const [connectionString = "", schema = "", leaseMs = "1000"] = process.argv.slice(2);
const store = await openPostgresStore({ connectionString, schema, leaseMs: Number(leaseMs), maxConnections: 4 });
const say = (...words: readonly unknown[]): boolean => process.stdout.write(`${words.join(" ")}\n`);
let count = 0;

async function write(lease: Lease): Promise<void> {
  let number = (await store.load(lease.key))?.number ?? 0;
  for (;;) {
    const text = `${process.pid}-${count++}`;
    const artifact = { artifactId: "a", parts: [{ text }] };
    const event = { artifactUpdate: { taskId: lease.key.id, contextId: "c", artifact, append: true } };
    const entry: LogEntry = { number: number + 1, at: "", event, artifactIndex: 0 };
    const outcome = await store.append(lease, number, [entry]);
    if (outcome !== "stored") {
      say(outcome, lease.key.id, number + 1);
      return;
    }
    number += 1;
    say("ack", lease.key.id, number, text);
  }
}

say("open", process.pid);
for (;;) {
  // A few at a time, so that each process gets some.
  for (const { lease } of await store.leases.adopt(2)) void write(lease);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
