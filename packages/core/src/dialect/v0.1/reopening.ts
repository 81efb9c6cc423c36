import { isObject } from "../carried.js";
import type { Dialect } from "../dialect.js";

// A task that continues one that is over is a task of its own, and other versions see it as that. Callers of 0.1 know all of them by the first one's id.
const suffixPattern = /~(\d+)$/;

/** Whether a caller may choose an id: none that looks as if it continued another task. */
export function isOwnTaskId(id: string): boolean {
  return !suffixPattern.test(id);
}

/** The id of the task that continues one: `a`, `a~2`, `a~3` and so on. */
export function continuedTaskId(id: string): string {
  const number = Number(suffixPattern.exec(id)?.[1] ?? 1);
  return `${firstTaskId(id)}~${number + 1}`;
}

/**
 * The dialect for servers whose callers may send a message to a task that is over, as in the README before 0.1: they see every task that continues
 * another under the id of the first.
 */
export function reopening(dialect: Dialect): Dialect {
  return {
    ...dialect,
    rules: { ...dialect.rules, reopensTerminal: true },
    encodeResult: (operation, result) => underFirstId(dialect.encodeResult(operation, result)),
    encodeEvent: (event, place) => dialect.encodeEvent(event, place).map(underFirstId),
    encodePush: (push) => underFirstId(dialect.encodePush(push)),
  };
}

function underFirstId(wire: unknown): unknown {
  if (!isObject(wire) || typeof wire.id !== "string") return wire;
  const { id, taskId } = wire;
  return { ...wire, id: firstTaskId(id), ...(typeof taskId === "string" && { taskId: firstTaskId(taskId) }) };
}

function firstTaskId(id: string): string {
  return id.replace(suffixPattern, "");
}
