import { setTimeout as pause } from "node:timers/promises";
import type { ServerReport } from "./orders.js";

/** Tells the process that started this one where it listens, and from then on what it costs. It ends with that process. */
export function answerOrders(port: number): void {
  process.on("message", (order) => void answer(order));
  process.on("disconnect", () => process.exit(0));
  report({ port });
}

async function answer(order: unknown): Promise<void> {
  if (order === "cpu") {
    const { user, system } = process.cpuUsage();
    report({ cpuMicros: user + system });
  } else if (order === "memory") {
    await collectGarbage();
    report({ rssBytes: process.memoryUsage.rss() });
  }
}

// What finalizers and weak maps hold goes in the second collection, and pages go back to the system some time after either.
async function collectGarbage(): Promise<void> {
  for (let count = 0; count < 4; count += 1) {
    globalThis.gc?.();
    await pause(50);
  }
}

function report(what: ServerReport): void {
  process.send?.(what);
}
