// What a document defines, in one flat list, whatever language it is written in: two lists can be compared without knowing either.

/** Something that a document defines. */
export interface Item {
  readonly kind: "type" | "member" | "value" | "operation" | "route" | "error" | "service";
  /** The item that it belongs to. Where one document lacks that, the item is not missed by itself. */
  readonly within?: string;
  /** What is said of it: `type`, `required`, `number` and the like. A fact that a document cannot say is absent. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Items by what people call them: `Task`, `Task.status`, `method tasks/get`, `error -32001`. */
export type Outline = ReadonlyMap<string, Item>;
