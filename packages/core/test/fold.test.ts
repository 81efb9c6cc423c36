import fc from "fast-check";
import { expect, test } from "vitest";
import type { Artifact, Message, Part, Task, TaskEvent } from "../src/index.js";
import { applyEvent, copyTask } from "../src/index.js";

/** One entry of a log. */
interface Entry {
  readonly event: TaskEvent;
  readonly received?: Message;
}

const ids = { taskId: "t", contextId: "c" };
const runs = { numRuns: 200 };
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const name = fc.constantFrom("a", "b", "__proto__", "constructor");
const part: fc.Arbitrary<Part> = fc.string({ maxLength: 3 }).map((text) => ({ text }));
const struct = fc.dictionary(name, fc.integer(), { maxKeys: 2, noNullPrototype: true });
const message: fc.Arbitrary<Message> = fc.record({
  messageId: fc.string({ maxLength: 3 }),
  role: fc.constantFrom("ROLE_USER" as const, "ROLE_AGENT" as const),
  parts: fc.array(part, { minLength: 1, maxLength: 2 }),
});
const artifact: fc.Arbitrary<Artifact> = fc.record(
  {
    artifactId: name,
    parts: fc.array(part, { minLength: 1, maxLength: 2 }),
    name: fc.string({ maxLength: 3 }),
    description: fc.string({ maxLength: 3 }),
    metadata: struct,
    extensions: fc.array(name, { maxLength: 2 }),
  },
  { requiredKeys: ["artifactId", "parts"] },
);
const status = fc
  .record({ state: fc.constantFrom("TASK_STATE_WORKING" as const, "TASK_STATE_INPUT_REQUIRED" as const), message: optional(message) })
  .map(({ state, message: words }) => ({ state, ...(words && { message: words }) }));
const task: fc.Arbitrary<Task> = fc.record(
  {
    id: fc.constant("t"),
    contextId: fc.constant("c"),
    status,
    history: fc.array(message, { maxLength: 2 }),
    artifacts: fc.array(artifact, { maxLength: 2 }),
    metadata: struct,
  },
  { requiredKeys: ["id", "contextId", "status"] },
);
const statusEntry: fc.Arbitrary<Entry> = fc
  .tuple(status, optional(message))
  .map(([next, received]) => ({ event: { statusUpdate: { ...ids, status: next } }, ...(received && { received }) }));
const artifactEntry: fc.Arbitrary<Entry> = fc
  .tuple(artifact, optional(fc.boolean()))
  .map(([made, append]) => ({ event: { artifactUpdate: { ...ids, artifact: made, ...(append !== undefined && { append }) } } }));
const log: fc.Arbitrary<Entry[]> = fc
  .tuple(task, fc.array(fc.oneof(statusEntry, { arbitrary: artifactEntry, weight: 3 }), { maxLength: 12 }))
  .map(([first, rest]) => [{ event: { task: first } }, ...rest]);

function fold(entries: readonly Entry[]): Task {
  let folded: Task | undefined;
  for (const { event, received } of entries) folded = applyEvent(folded, event, received);
  if (!folded) throw new TypeError("an empty log");
  return folded;
}

test("the fold changes no event and no message", () => {
  fc.assert(
    fc.property(log, (entries) => {
      const before = JSON.stringify(entries);
      fold(freeze(entries));
      expect(JSON.stringify(entries)).toBe(before);
    }),
    runs,
  );
});

test("the fold of a log is what its definition says", () => {
  fc.assert(
    fc.property(log, (entries) => {
      expect(fold(entries)).toEqual(define(entries));
    }),
    runs,
  );
});

test("a snapshot and the tail of the log fold to the same task as the whole log, wherever it is cut", () => {
  fc.assert(
    fc.property(log, (entries) => {
      const whole = fold(entries);
      for (let cut = 1; cut <= entries.length; cut += 1) {
        const snapshot = freeze(copyTask(fold(entries.slice(0, cut))));
        expect(fold([{ event: { task: snapshot } }, ...entries.slice(cut)])).toEqual(whole);
      }
    }),
    runs,
  );
});

test("a copy that was handed out never changes, whatever happens to the task", () => {
  fc.assert(
    fc.property(log, (entries) => {
      let folded: Task | undefined;
      const copies: { readonly copy: Task; readonly json: string }[] = [];
      for (const { event, received } of entries) {
        folded = applyEvent(folded, event, received);
        const copy = freeze(copyTask(folded));
        copies.push({ copy, json: JSON.stringify(copy) });
      }
      for (const { copy, json } of copies) expect(JSON.stringify(copy)).toBe(json);
    }),
    runs,
  );
});

test("nothing that a log says gets into the prototype of objects", () => {
  fc.assert(
    fc.property(log, (entries) => {
      for (const { metadata } of fold(entries).artifacts ?? []) {
        if (metadata) expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    runs,
  );
});

/** The fold as one would write it down, without a thought for speed: each member of the task from the whole log. */
function define(entries: readonly Entry[]): Task {
  const [first] = entries;
  if (!first || !("task" in first.event)) throw new TypeError("a log begins with its task");
  const { task: begun } = first.event;
  const result = structuredClone(begun);
  const history: Message[] = [...(begun.history ?? [])];
  const artifacts: Artifact[] = structuredClone(begun.artifacts ?? []);
  let hasArtifacts = begun.artifacts !== undefined;
  for (const { event, received } of entries.slice(1)) {
    if ("statusUpdate" in event) {
      if (result.status.message) history.push(result.status.message);
      if (received) history.push(received);
      result.status = event.statusUpdate.status;
    } else if ("artifactUpdate" in event) {
      hasArtifacts = true;
      const { artifact: next, append } = event.artifactUpdate;
      const at = artifacts.map(({ artifactId }) => artifactId).lastIndexOf(next.artifactId);
      const known = artifacts[at];
      if (!known) artifacts.push(next);
      else artifacts[at] = append ? joined(known, next) : next;
    }
  }
  if (begun.history !== undefined || history.length > 0) result.history = history;
  if (hasArtifacts) result.artifacts = artifacts;
  return result;
}

function joined(known: Artifact, next: Artifact): Artifact {
  return {
    ...known,
    ...next,
    parts: [...known.parts, ...next.parts],
    ...((known.metadata || next.metadata) && { metadata: { ...known.metadata, ...next.metadata } }),
    ...((known.extensions || next.extensions) && { extensions: [...unique(known.extensions, next.extensions)] }),
  };
}

/** What was known stays as it was where nothing is added. */
function unique(known: readonly string[] | undefined, added: readonly string[] | undefined): Iterable<string> {
  return added ? new Set([...(known ?? []), ...added]) : (known ?? []);
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
