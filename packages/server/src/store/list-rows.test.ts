import type { TaskState } from "@a2a/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemoryStore } from "./memory-store.js";
import type { Lease, ListQuery, LogEntry, TaskKey, TaskPage, TaskStore } from "./store.js";

const states = ["TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"] as const;
const owners = ["ann", "bob"] as const;
const start = Date.UTC(2026, 0, 31, 12);

/** Tasks that are made, moved on and listed; a model beside the store. */
class Tasks {
  readonly store: TaskStore = createMemoryStore();
  readonly statuses: Map<string, { readonly owner: string; readonly time: number; readonly state: TaskState }> = new Map();
  readonly #leases = new Map<string, { readonly lease: Lease; number: number }>();

  async create(owner: string, second: number): Promise<void> {
    // Ids that sort otherwise than they come.
    const id = `${(this.statuses.size * 7919) % 1000}-${this.statuses.size}`;
    const key: TaskKey = { tenant: "", owner, id };
    const time = start + second * 1000;
    const state = "TASK_STATE_SUBMITTED";
    const task = { id, contextId: "c", status: { state, timestamp: new Date(time).toISOString() } } as const;
    const entry: LogEntry = { number: 1, at: task.status.timestamp, event: { task } };
    const lease = await this.store.create({ key, contextId: "c", version: "1.0" }, [entry]);
    if (lease === "exists") throw new TypeError("exists");
    this.#leases.set(id, { lease, number: 1 });
    this.statuses.set(id, { owner, time, state });
  }

  async move(id: string, second: number, state: TaskState): Promise<void> {
    const held = this.#leases.get(id) ?? expect.fail("no lease");
    const { owner } = this.statuses.get(id) ?? expect.fail("no task");
    const time = start + second * 1000;
    const status = { state, timestamp: new Date(time).toISOString() };
    const event = { statusUpdate: { taskId: id, contextId: "c", status } };
    const entry: LogEntry = { number: held.number + 1, at: status.timestamp, event };
    expect(await this.store.append(held.lease, held.number, [entry])).toBe("stored");
    held.number += 1;
    this.statuses.set(id, { owner, time, state });
  }

  count(owner: string): number {
    return [...this.statuses.values()].filter((each) => each.owner === owner).length;
  }
}

/** Something that happens between two pages. */
const changes = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant("new" as const), owner: fc.constantFrom(...owners) }),
    fc.record({ what: fc.constant("moved" as const), which: fc.nat(), state: fc.constantFrom(...states) }),
  ),
  { maxLength: 3 },
);

function positionAfter({ tasks }: TaskPage): NonNullable<ListQuery["after"]> {
  const last = tasks.at(-1) ?? expect.fail("an empty page");
  return { time: Date.parse(last.task.status.timestamp ?? ""), id: last.key.id };
}

describe("pages", () => {
  test("show every task that does not change once, in order, whatever happens to the others between them", async () => {
    const beginnings = fc.array(fc.record({ owner: fc.constantFrom(...owners), second: fc.nat(5) }), { maxLength: 25 });
    const property = fc.asyncProperty(
      beginnings,
      fc.array(changes, { minLength: 1 }),
      fc.integer({ min: 1, max: 6 }),
      async (begun, between, limit) => {
        const tasks = new Tasks();
        for (const { owner, second } of begun) await tasks.create(owner, second);
        const unchanged = new Set([...tasks.statuses].filter(([, { owner }]) => owner === "ann").map(([id]) => id));
        const seen: string[] = [];
        let second = 100;
        let after: ListQuery["after"];
        for (let round = 0; ; round += 1) {
          const page = await tasks.store.list({ tenant: "", owner: "ann", limit, ...(after && { after }) });
          expect(page.total).toBe(tasks.count("ann"));
          expect(page.tasks.length).toBeLessThanOrEqual(limit);
          for (const { key } of page.tasks) seen.push(key.id);
          if (!page.more) break;
          after = positionAfter(page);
          for (const change of between[round % between.length] ?? []) {
            second += 1;
            if (change.what === "new") await tasks.create(change.owner, second);
            else {
              const ids = [...tasks.statuses.keys()];
              const id = ids[change.which % ids.length];
              if (id === undefined) continue;
              unchanged.delete(id);
              await tasks.move(id, second, change.state);
            }
          }
        }
        const stayed = seen.filter((id) => unchanged.has(id));
        const expected = [...unchanged].sort((a, b) => {
          const [one, other] = [tasks.statuses.get(a)?.time ?? 0, tasks.statuses.get(b)?.time ?? 0];
          return other - one || (a < b ? 1 : -1);
        });
        expect(stayed).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  test("hold one caller's tasks only, newest status first, and count those that match", async () => {
    const moves = fc.array(fc.record({ which: fc.nat(), second: fc.nat(9), state: fc.constantFrom(...states) }), { maxLength: 30 });
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...owners), { minLength: 1, maxLength: 12 }),
      moves,
      async (begun, moved) => {
        const tasks = new Tasks();
        for (const owner of begun) await tasks.create(owner, 0);
        for (const { which, second, state } of moved) {
          const ids = [...tasks.statuses.keys()];
          // The clock of the store's writers may step back.
          await tasks.move(ids[which % ids.length] ?? "", second, state);
        }
        for (const owner of owners) {
          for (const state of [undefined, ...states]) {
            const page = await tasks.store.list({ tenant: "", owner, limit: 100, ...(state && { state }) });
            const matches = [...tasks.statuses]
              .filter(([, each]) => each.owner === owner && (state === undefined || each.state === state))
              .sort(([a, one], [b, other]) => other.time - one.time || (a < b ? 1 : -1))
              .map(([id]) => id);
            expect([page.tasks.map(({ key }) => key.id), page.total, page.more]).toEqual([matches, matches.length, false]);
          }
        }
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  test("of no room say how many tasks there are, and that there is more", async () => {
    const tasks = new Tasks();
    expect(await tasks.store.list({ tenant: "", owner: "ann", limit: 0 })).toEqual({ tasks: [], total: 0, more: false });
    await tasks.create("ann", 0);
    expect(await tasks.store.list({ tenant: "", owner: "ann", limit: 0 })).toEqual({ tasks: [], total: 1, more: true });
  });

  test("behind the last task are empty, and no more follow", async () => {
    const tasks = new Tasks();
    await tasks.create("ann", 5);
    expect(await tasks.store.list({ tenant: "", owner: "ann", limit: 9, after: { time: start, id: "" } })).toEqual({
      tasks: [],
      total: 1,
      more: false,
    });
  });
});
