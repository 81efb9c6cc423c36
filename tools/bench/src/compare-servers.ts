import type { MeasureOptions } from "./measure-rows.js";
import { measureRows } from "./measure-rows.js";
import type { Measured } from "./report/table.js";
import type { BindingId } from "./rows/binding-rows.js";
import { bindingRows } from "./rows/binding-rows.js";
import { memoryRows } from "./rows/memory-rows.js";
import type { Row } from "./rows/row.js";
import { startRow } from "./rows/start-row.js";
import { streamRows } from "./rows/stream-rows.js";
import { unaryRows } from "./rows/unary-rows.js";
import { endOnInterrupt } from "./server-process.js";
import type { ServerModule } from "./servers/orders.js";
import { bindingNames, serverNames } from "./servers/orders.js";

/** What is compared, and how thoroughly. */
export interface CompareOptions extends MeasureOptions {
  /** The bindings to compare; absent for JSON-RPC beside other servers. */
  readonly bindings?: readonly BindingId[];
}

const rows: readonly Row[] = [...unaryRows, ...streamRows, ...memoryRows, startRow];

/** The servers that a comparison takes. */
export function modulesOf(bindings: readonly BindingId[] | undefined): readonly ServerModule[] {
  if (!bindings) return serverNames;
  return [...new Set(rowsOf(bindings).flatMap(({ modules }) => Object.values(modules ?? {})))];
}

function rowsOf(bindings: readonly BindingId[] | undefined): readonly Row[] {
  return bindings ? bindings.flatMap((binding) => bindingRows[binding]) : rows;
}

/** Measures the servers side by side and prints a table. */
export async function compareServers({ bindings, ...options }: CompareOptions): Promise<readonly Measured[]> {
  endOnInterrupt();
  return measureRows({ rows: rowsOf(bindings), names: bindings ? bindingNames : serverNames }, options);
}
