import type { Task } from "@a2a/core";
import { defaultTimeoutMs } from "../http/call-limit.js";
import { tenantOf } from "./tenant-of.js";
import type { CallOptions, Transport } from "./transport.js";

// Agents answer sooner, but nobody says how soon.
const heldTimeoutMs = 300_000;

// The most that the number's type can say: versions before 0.2 show no history unless they are asked.
const wholeHistory = 2 ** 31 - 1;

/**
 * Gets a task with all that was said.
 *
 * @param known waits until the task has another generation than this one
 */
export function getWhole(transport: Transport, id: string, options: CallOptions, known?: number): Promise<Task> {
  const params = { ...tenantOf(transport), id, historyLength: wholeHistory };
  const held = known && { timeoutMs: heldTimeoutMs, currentGeneration: known };
  return transport.call("GetTask", params, { timeoutMs: defaultTimeoutMs, ...held, ...options });
}
