import { instanceFunctions } from "./instance-functions.js";
import { pruneFunctions } from "./prune-functions.js";
import { relayFunctions } from "./relay-functions.js";
import { tables } from "./tables.js";
import { taskFunctions } from "./task-functions.js";

/** Brings a schema from one version to the next. @param schema quoted already */
export type Migration = (schema: string) => string;

/** The first one makes version 1. One that has been published is never changed: what is to be different is another migration. */
export const migrations: readonly Migration[] = [
  (schema) => [tables(schema), taskFunctions(schema), instanceFunctions(schema), relayFunctions(schema), pruneFunctions(schema)].join("\n"),
];
