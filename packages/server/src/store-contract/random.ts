import fc from "fast-check";
import { createMemoryStore } from "../store/memory-store.js";
import type { Lease, ListQuery, TaskKey, TaskStore } from "../store/store.js";
import { equal } from "./claims.js";
import { chunk, first, keyOf, status, timeOf, webhook } from "./samples.js";
import type { Case, World } from "./world.js";

const states = ["TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"] as const;
const hookIds = ["one", "two"] as const;

/** A store in the middle of a sequence. */
interface Side {
  store: TaskStore;
  /** The leases taken of each of the keys, the older ones too. */
  leases: readonly Lease[][];
  readonly keys: readonly TaskKey[];
  /** Another instance takes over what there is. */
  reopen(): Promise<TaskStore>;
}

/** One operation: what it answers has to be the same for two stores in the same state. */
interface Step {
  readonly name: string;
  act(side: Side): Promise<unknown>;
}

/** Random sequences of operations, which a store answers as the one in memory does. */
export function random(runs: number): readonly Case[] {
  const name = "any sequence of operations is answered as a store in memory answers it";
  return [
    { name, run: (world) => compare(world, { runs, steps: anyStep }) },
    {
      name: `${name}, whenever the instance ends and another goes on`,
      needs: "in turn",
      run: (world) => compare(world, { runs, steps: fc.oneof({ weight: 15, arbitrary: anyStep }, { weight: 1, arbitrary: reopening }) }),
    },
  ];
}

async function compare(world: World, { runs, steps }: { readonly runs: number; readonly steps: fc.Arbitrary<Step> }): Promise<void> {
  let store = await world.open();
  let run = 0;
  const reopen = async (): Promise<TaskStore> => {
    await world.close(store);
    store = await world.open();
    return store;
  };
  const property = fc.asyncProperty(fc.array(steps, { maxLength: 60 }), async (sequence) => {
    // Owners of its own, so that one place serves all sequences.
    run += 1;
    const keys = [
      keyOf("a", `${run}`),
      keyOf("b", `${run}`),
      keyOf("\ud83d\ude00", `${run}`),
      keyOf("a", `${run}o`),
      keyOf("a", `${run}`, "t"),
    ];
    const tried = { store, leases: keys.map(() => []), keys, reopen };
    const memory = createMemoryStore();
    const model = { store: memory, leases: keys.map(() => []), keys, reopen: () => endLeases(memory, keys) };
    for (const [index, { name, act }] of sequence.entries()) {
      equal(await act(tried), await act(model), `step ${index + 1} of ${sequence.map((step) => step.name).join()}: ${name}`);
    }
  });
  await fc.assert(property, { numRuns: runs });
}

/** To the store in memory an instance that ended is one that has given back all leases. */
async function endLeases(store: TaskStore, keys: readonly TaskKey[]): Promise<TaskStore> {
  for (const key of keys) {
    const lease = await store.leases.acquire(key);
    if (lease && lease !== "held") await store.leases.release(lease);
  }
  return store;
}

const which = fc.nat(4);

const creating = fc
  .record({ which, size: fc.integer({ min: 1, max: 3 }), second: fc.nat(5), contextId: fc.constantFrom("c", "other") })
  .map(
    ({ which: at, size, second, contextId }): Step => ({
      name: "create",
      async act({ store, leases, keys }) {
        const key = keyAt(keys, at);
        const entries = [
          first(key.id, { second, contextId }),
          chunk(2, "at once", key.id),
          status(3, "TASK_STATE_WORKING", { second, id: key.id }),
        ];
        const lease = await store.create({ key, contextId, version: "0.3" }, entries.slice(0, size));
        return lease === "exists" ? lease : note(leases[at], lease);
      },
    }),
  );

const appending = fc
  .record({
    which,
    lease: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
    behind: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) }),
    what: fc.array(fc.oneof(fc.constant("chunk" as const), fc.constantFrom(...states)), { minLength: 1, maxLength: 4 }),
    second: fc.nat(5),
    endsTurn: fc.boolean(),
    release: fc.boolean(),
  })
  .map(
    ({ which: at, lease: back, behind, what, second, endsTurn, release }): Step => ({
      name: "append",
      async act({ store, leases, keys }) {
        const key = keyAt(keys, at);
        const lease = leases[at]?.at(-1 - back) ?? { key, token: 1_000_000 };
        const after = ((await store.load(key))?.number ?? 0) + behind;
        const entries = what.map((each, index) => {
          const number = after + index + 1;
          if (each === "chunk") return chunk(number, `${number}`, key.id);
          return status(number, each, { second, id: key.id, endsTurn: endsTurn && each !== "TASK_STATE_WORKING" });
        });
        return store.append(lease, after, entries, { release });
      },
    }),
  );

const reading = fc.record({ which, after: fc.nat(8), limit: fc.integer({ min: 1, max: 5 }) }).map(
  ({ which: at, after, limit }): Step => ({
    name: "read and load",
    act: async ({ store, keys }) => [await store.read(keyAt(keys, at), after, limit), await store.load(keyAt(keys, at))],
  }),
);

const listing = fc
  .record({
    which,
    contextId: fc.option(fc.constantFrom("c", "other")),
    state: fc.option(fc.constantFrom(...states)),
    since: fc.option(fc.nat(5)),
    after: fc.option(fc.record({ second: fc.nat(5), id: fc.constantFrom("", "a", "b", "é", "\uffff") })),
    limit: fc.nat(4),
  })
  .map(
    ({ which: at, contextId, state, since, after, limit }): Step => ({
      name: "list",
      act: async ({ store, keys }) => {
        const { tenant, owner } = keyAt(keys, at);
        const query: ListQuery = {
          tenant,
          owner,
          limit,
          ...(contextId !== null && { contextId }),
          ...(state && { state }),
          ...(since !== null && { since: timeOf(since) }),
          ...(after && { after: { time: timeOf(after.second), id: after.id } }),
        };
        return store.list(query);
      },
    }),
  );

const leasing = fc.record({ which, back: fc.nat(1), isTaken: fc.boolean() }).map(
  ({ which: at, back, isTaken }): Step => ({
    name: isTaken ? "acquire" : "release",
    async act({ store, leases, keys }) {
      const old = leases[at]?.at(-1 - back);
      if (!isTaken) return old && store.leases.release(old);
      const lease = await store.leases.acquire(keyAt(keys, at));
      return lease && lease !== "held" ? note(leases[at], lease) : lease;
    },
  }),
);

const pushing = fc
  .record({ which, id: fc.constantFrom(...hookIds), what: fc.constantFrom("put", "advance", "delete"), delivered: fc.nat(4) })
  .map(
    ({ which: at, id, what, delivered }): Step => ({
      name: what,
      async act({ store: { push }, keys }) {
        const key = keyAt(keys, at);
        const stored = { delivered, of: key };
        if (what === "put")
          return [await push.put(key, webhook(id, stored)), await push.ours(key, id), await push.advance(key, id, delivered + 1)];
        if (what === "delete") return [await push.delete(key, id), await push.list(key)];
        // Who calls a webhook differs after an instance has ended: whoever puts it.
        const known = await push.get(key, id);
        if (known) await push.put(key, known);
        return [await push.advance(key, id, delivered), await push.list(key)];
      },
    }),
  );

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: creating },
  { weight: 8, arbitrary: appending },
  { weight: 3, arbitrary: reading },
  { weight: 3, arbitrary: listing },
  { weight: 2, arbitrary: leasing },
  { weight: 2, arbitrary: pushing },
);

const reopening: fc.Arbitrary<Step> = fc.constant({
  name: "reopen",
  async act(side: Side) {
    side.store = await side.reopen();
    side.leases = side.keys.map(() => []);
  },
});

function keyAt(keys: readonly TaskKey[], index: number): TaskKey {
  const key = keys[index];
  if (!key) throw new Error(`no key ${index}`);
  return key;
}

/** Keeps a lease; the tokens themselves are a store's own matter. */
function note(leases: Lease[] | undefined, lease: Lease): string {
  leases?.push(lease);
  return "lease";
}
