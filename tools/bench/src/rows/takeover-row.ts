import { median } from "../report/median.js";
import type { MeasuredServer } from "../server-process.js";
import type { Cells, Row, RowContext } from "./row.js";

/** How long a task is left alone when the process that works on it is killed. @param makePlace address of an empty place for both processes */
export function takeoverRow(makePlace: () => Promise<string>): Row {
  return {
    id: "postgres-takeover",
    what: "takeover with PostgreSQL: from the kill of one process to the end of its task at another",
    unit: "ms",
    note: "a process that is not heard of keeps its tasks for 10 s from its last heartbeat, which comes every 3.3 s; both are options. The kill comes soon after a heartbeat, so that this is the longest",
    targets: [],
    modules: { ours: "ours-stored" },
    store: "postgres",
    measure: async (context) => ({ ours: { value: median(await takeovers(context, await makePlace())) } }) satisfies Cells,
  };
}

async function takeovers(context: RowContext, address: string): Promise<number[]> {
  const survivor = await context.start("ours", address);
  const found: number[] = [];
  try {
    while (found.length < context.rounds) {
      const victim = await context.start("ours", address);
      try {
        const end = await whenOver(survivor, await holdOn(victim));
        const start = performance.now();
        victim.kill();
        found.push((await end.seen()) - start);
      } finally {
        victim.kill();
      }
    }
  } finally {
    await survivor.end();
  }
  return found;
}

/** Begins a task that is worked on for ten minutes; returns its id. */
async function holdOn(server: MeasuredServer): Promise<string> {
  const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text: "hold 600000" }] };
  const response = await call(server, "SendMessage", { message, configuration: { returnImmediately: true } });
  const { result }: { result: { task: { id: string } } } = JSON.parse(await response.text());
  return result.task.id;
}

/** Follows a task; `seen` resolves with the time when it was seen to be over. */
async function whenOver(server: MeasuredServer, id: string): Promise<{ seen(): Promise<number> }> {
  // What is answered before the kill is that it is being followed.
  const response = await call(server, "SubscribeToTask", { id });
  return {
    async seen() {
      const text = await response.text();
      const now = performance.now();
      if (!text.includes("TASK_STATE_FAILED")) throw new Error(`a task that was not taken over: ${text.slice(0, 500)}`);
      return now;
    },
  };
}

function call({ port }: MeasuredServer, method: string, params: object): Promise<Response> {
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
}
