// What a difference between two schemas means to those who use the packages. The packages are shared: one user builds what another receives,
// so that a change is as large as it is to the one whom it hits harder.

/** How large a release has to be. */
export type Bump = "patch" | "minor" | "major";

/** Whose code a change asks for: that of those who read such values, that of those who write them, or that of both. */
export type Party = "readers" | "writers" | "both";

/** Where a type stands: what callers send, what agents answer, or both. */
export type Usage = "requests" | "answers" | "both";

/** A rule of classification; `rules` says what it means. */
export type Rule = "removed" | "altered" | "added" | "narrowed" | "widened" | "relaxed" | "tightened" | "deprecated" | "reworded";

/** What a change is about; it decides which packages tell their users. */
export type Area = "types" | "protobuf" | "methods" | "errors" | "versions";

export interface Change {
  readonly kind: "added" | "removed" | "changed";
  readonly rule: Rule;
  readonly area: Area;
  /** The type, operation, error or version that it belongs to. */
  readonly subject: string;
  /** Of a type: whether callers write it, agents, or both; undefined where no operation has it. */
  readonly usage?: Usage | undefined;
  /** File and JSON Pointer, of what is there now or, where it is gone, was there. */
  readonly at: string;
  /** What is the case now, in a few words: `member priority: integer`. */
  readonly text: string;
}

/** Rule to what it demands of a release for those who only write such values, and for those who only read them. */
const rules: Readonly<Record<Rule, { readonly writers: Bump; readonly readers: Bump }>> = {
  // a type, member, name, method or route is gone
  removed: { writers: "major", readers: "major" },
  // it means something else: another type, constant, number, code or path
  altered: { writers: "major", readers: "major" },
  // nobody has to use it
  added: { writers: "minor", readers: "minor" },
  // a required member more, or values less: what was written is refused now
  narrowed: { writers: "major", readers: "minor" },
  // a required member less, or values more: what is read may be new. Enums and unions count as closed, for validators refuse what they do not list
  widened: { writers: "minor", readers: "major" },
  // only a check at run time: lengths, bounds and formats
  relaxed: { writers: "minor", readers: "minor" },
  tightened: { writers: "major", readers: "major" },
  deprecated: { writers: "minor", readers: "minor" },
  // descriptions and clauses
  reworded: { writers: "patch", readers: "patch" },
};

const sizes: readonly Bump[] = ["patch", "minor", "major"];

/** The release that a change demands. */
export function bumpOf({ rule }: Change): Bump {
  const { writers, readers } = rules[rule];
  return larger(writers, readers);
}

/** Those whom a change hits hardest. */
export function partyOf({ rule }: Change): Party {
  const { writers, readers } = rules[rule];
  if (writers === readers) return "both";
  return larger(writers, readers) === writers ? "writers" : "readers";
}

export function larger(a: Bump, b: Bump): Bump {
  return sizes.indexOf(a) > sizes.indexOf(b) ? a : b;
}

/** The largest of the releases that changes demand, undefined where there are none. */
export function largestBump(changes: readonly Change[]): Bump | undefined {
  return changes.map(bumpOf).reduce<Bump | undefined>((most, bump) => (most ? larger(most, bump) : bump), undefined);
}

/** Whether a release is as large as another has to be. */
export function suffices(given: Bump | undefined, demanded: Bump): boolean {
  return given !== undefined && larger(given, demanded) === given;
}
