// A process that is killed: it takes over the tasks of a file, appends to all of them at once, and says what was acknowledged, one line each.

import { writeSync } from "node:fs";
import type { Lease } from "@a2a/server";
import { openSqliteStore } from "@a2a/sqlite";

const [file = "", run = ""] = process.argv.slice(2);
const store = await openSqliteStore({ file });
const adopted = await store.leases.adopt(1000);
const tasks = adopted.map(({ lease }) => lease);
for (let at = tasks.length; at < 8; at += 1) tasks.push(await begun(`task-${at}`));
await Promise.all(tasks.map(append));

async function begun(id: string): Promise<Lease> {
  const task = { id, contextId: "c", status: { state: "TASK_STATE_WORKING" } } as const;
  const lease = await store.create({ key: { tenant: "", owner: "", id }, contextId: "c", version: "1.0" }, [
    { number: 1, at: "", event: { task } },
  ]);
  if (lease === "exists") throw new Error(`task ${id} exists, and was not left in the middle of its turn`);
  return lease;
}

async function append(lease: Lease): Promise<never> {
  const { id } = lease.key;
  let number = (await store.load(lease.key))?.number ?? 0;
  for (;;) {
    const size = 1 + (number % 3);
    const entries = Array.from({ length: size }, (_, index) => {
      const text = `${run}:${id}:${number + index + 1}`;
      const artifact = { artifactId: text, parts: [{ text: text.padEnd((number * 37) % 3000, ".") }] };
      return { number: number + index + 1, at: "", event: { artifactUpdate: { taskId: id, contextId: "c", artifact } } };
    });
    const outcome = await store.append(lease, number, entries);
    if (outcome !== "stored") throw new Error(`append to ${id} after ${number}: ${outcome}`);
    number += size;
    // All at once: a line that is begun is a line that was acknowledged.
    writeSync(1, entries.map((entry) => `${id} ${entry.number} ${run}:${id}:${entry.number}\n`).join(""));
  }
}
