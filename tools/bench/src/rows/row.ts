import type { MeasuredServer } from "../server-process.js";
import type { ServerModule, ServerName } from "../servers/orders.js";
import type { StoreId } from "../stores/store-id.js";

/** What a row is measured with. */
export interface RowContext {
  /** The servers that take part, in the order in which they take turns. */
  readonly names: readonly ServerName[];
  readonly rounds: number;
  /** How long one round of load lasts. */
  readonly roundMs: number;
  /** @param address of the server's store; without one it has an empty place of its own, or none where it takes none */
  start(name: ServerName, address?: string): Promise<MeasuredServer>;
}

/** What was measured of one server: medians of its rounds. */
export interface Cell {
  readonly value: number;
  /** CPU time of the server for each request or event. */
  readonly cpuMicros?: number;
  /** What the value was made from. */
  readonly from?: string;
}

export type Cells = Partial<Record<ServerName, Cell>>;

/** What is promised: a share of another server's value, or a value; or a share that is told without a promise. */
export interface Target {
  readonly against?: Exclude<ServerName, "ours">;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** One row of the table. */
export interface Row {
  /** What `--only` calls it. */
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  /** Why a cell stays empty, or what else one has to know. */
  readonly note?: string;
  readonly targets: readonly Target[];
  /** The servers that take part, where they are not those of their names. */
  readonly modules?: Readonly<Partial<Record<ServerName, ServerModule>>>;
  /** The durable store that it is about. */
  readonly store?: StoreId;
  measure(context: RowContext): Promise<Cells>;
}
