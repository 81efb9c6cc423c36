import type { Task, Version } from "@a2a/core";
import { applyEvent, LocalError, versions } from "@a2a/core";
import type { LogEntry, StoredTask, TaskKey } from "@a2a/server";
import { readEntry, readTask } from "@a2a/server/internal";
import type { Row } from "./database/row.js";
import { numberIn, optionalTextIn, textIn } from "./database/row.js";
import { contextIn } from "./key-text.js";

/**
 * What is selected of `t`, a task, and `e`, each of its entries behind the checkpoint: one row for each of those, or one without an entry. The
 * checkpoint comes once.
 */
export const storedColumns = `t.task::text AS task, t.tenant, t.owner, t.id, t.context, t.names, t.version, t.domain, t.number, t.turn_from,
  t.status_at::float8 AS status_at,
  CASE WHEN e.number IS NULL OR e.number = t.checkpoint_number + 1 THEN t.checkpoint END AS checkpoint, e.number AS entry_number, e.json`;

/**
 * Folds the rows of one task.
 *
 * @throws LocalError `BAD_RECORD` where they are not what was stored
 */
export function storedTask(key: TaskKey, rows: readonly Row[]): StoredTask {
  const [first] = rows;
  if (!first) throw new LocalError("BAD_RECORD", "a task without a row");
  const number = numberIn(first, "number");
  // The version of the protocol that is ours to fold.
  if (textIn(first, "domain") !== "1.0") throw new LocalError("BAD_RECORD", `/domain: expected 1.0, found ${textIn(first, "domain")}`);
  const entries = rows.flatMap((row) => (row.json === null ? [] : readEntry(textIn(row, "json")))).sort((a, b) => a.number - b.number);
  const checkpoint = rows.map((row) => optionalTextIn(row, "checkpoint")).find((text) => text !== undefined);
  return {
    key,
    contextId: contextIn(first),
    version: readVersion(textIn(first, "version")),
    number,
    turnFrom: numberIn(first, "turn_from"),
    task: fold(checkpoint, entries, number),
  };
}

/** Checks the version that a row names. @throws LocalError `BAD_RECORD` where there is no such version */
export function readVersion(text: string): Version {
  const known = versions.find(({ wire }) => wire === text);
  if (!known) throw new LocalError("BAD_RECORD", `/version: expected one of ${versions.map(({ wire }) => wire).join(", ")}`);
  return known.wire;
}

/** @param number that of the last entry */
function fold(checkpoint: string | undefined, entries: readonly LogEntry[], number: number): Task {
  let task = checkpoint === undefined ? undefined : readTask(checkpoint);
  let expected = number - entries.length;
  for (const entry of entries) {
    expected += 1;
    if (entry.number !== expected) throw new LocalError("BAD_RECORD", `entry ${expected} of a log is missing`);
    task = applyEvent(task, entry.event, entry.received);
  }
  if (!task) throw new LocalError("BAD_RECORD", "the first entry of a log is missing");
  return task;
}
