/** Type name to the place in the specification that defines it. */
export type Clauses = Readonly<Record<string, string>>;

/** What a generated validator notes about the rule that a value breaks; `toProblem` turns it into a `Problem`. */
export interface Fault {
  /** JSON Pointer to the value that breaks it. */
  readonly path: string;
  /** The type whose rule it is. */
  readonly type: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Tells whether a value is a `T`: a generated type guard. `validate` tells in addition what is wrong. */
export interface Validator<T> {
  (value: unknown): value is T;
  readonly typeName: string;
  readonly clauses: Clauses;
  /** What the last call met; read it before anything else can call the validator again. */
  readonly errors?: readonly Fault[] | null;
}

/** What the values of a type hold: members by their names, or, of a map, values under names of any kind. */
export type Shape = { readonly members: Readonly<Record<string, Member>> } | { readonly each: Member };

/** What stands in a member: objects of a type, one or a list of them; bytes in base64; or a value that nobody looks into. */
export type Member = Shape | "base64" | "value";

/** Why a value is refused. */
export interface Problem {
  /** JSON Pointer (RFC 6901) to the fault: for a missing member the pointer that it would have. */
  readonly pointer: string;
  /** What should stand there, as a noun phrase. */
  readonly expected: string;
  /** The standard JSON Schema keyword that refuses the value. */
  readonly keyword: string;
  /** The protocol type whose rule is broken. */
  readonly type: string;
  /** Where the specification defines that type. */
  readonly clause: string;
}

/** A value that is a `T`, or the first problem with it. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };
