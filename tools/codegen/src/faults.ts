/** Something that the author of a schema has to mend. */
export interface Fault {
  /** File and JSON Pointer: `schema/v1.0/schema.json#/$defs/Task`. */
  readonly at: string;
  readonly message: string;
}

/** Reports a fault at a pointer into a file. */
export type Report = (pointer: string, message: string) => void;

/** Thrown with everything that is wrong with the schemas at once. */
export class SchemaFaults extends Error {
  override readonly name = "SchemaFaults";
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ at, message }) => `${at} ${message}`).join("\n"));
    this.faults = faults;
  }
}
