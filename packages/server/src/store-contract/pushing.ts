import type { StoredDeadLetter, TaskStore } from "../store/store.js";
import { equal } from "./claims.js";
import { at, begin, chunk, key, keyOf, webhook } from "./samples.js";
import type { Case } from "./world.js";

/** Of webhooks and what they could not be told. */
export const pushing: readonly Case[] = [
  {
    name: "a webhook is kept as it was put, and is called by who put it",
    async run(world) {
      const store = await world.open();
      await begin(store);
      const authentication = { scheme: "Bearer", credentials: "secret" };
      const stored = { config: { ...webhook("w").config, token: "t", authentication }, version: "0.3", delivered: 1 } as const;
      equal(await store.push.put(key, stored), "stored");
      equal([await store.push.get(key, "w"), await store.push.ours(key, "w"), await store.push.list(key)], [stored, stored, [stored]]);
    },
  },
  {
    name: "there are no webhooks where there is no task, or where it is somebody else's",
    async run(world) {
      const store = await world.open();
      await begin(store);
      await store.push.put(key, webhook("w"));
      for (const other of [keyOf("unknown"), keyOf(key.id, "o"), keyOf(key.id, "", "t")]) {
        equal([await store.push.put(other, webhook("w")), await store.push.list(other)], ["gone", []]);
        equal([await store.push.get(other, "w"), await store.push.ours(other, "w")], [undefined, undefined]);
        equal(await store.push.advance(other, "w", 1), false);
        await store.push.delete(other, "w");
      }
      equal((await store.push.list(key)).length, 1);
    },
  },
  {
    name: "webhooks are listed in the order in which they were first put; one of the same id is replaced in its place",
    async run(world) {
      const store = await world.open();
      await begin(store);
      for (const id of ["b", "a", "c"]) await store.push.put(key, webhook(id, { delivered: 5 }));
      const replaced = webhook("a", { delivered: 2, url: "https://other.example", version: "0.3" });
      equal(await store.push.put(key, replaced), "stored");
      equal(await store.push.list(key), [webhook("b", { delivered: 5 }), replaced, webhook("c", { delivered: 5 })]);
      await store.push.delete(key, "b");
      await store.push.put(key, webhook("b"));
      equal(
        (await store.push.list(key)).map(({ config }) => config.id),
        ["a", "c", "b"],
      );
    },
  },
  {
    name: "a webhook that is deleted is gone: it is not called, and does not come back with a call that was on its way",
    async run(world) {
      const store = await world.open();
      await begin(store);
      await store.push.put(key, webhook("w"));
      await store.push.delete(key, "w");
      await store.push.delete(key, "w");
      equal([await store.push.advance(key, "w", 1), await store.push.ours(key, "w")], [false, undefined]);
      equal([await store.push.get(key, "w"), await store.push.list(key)], [undefined, []]);
    },
  },
  {
    name: "how much a webhook has been told grows, and never shrinks by a call that comes late",
    async run(world) {
      const store = await world.open();
      await begin(store);
      await store.push.put(key, webhook("w"));
      await store.push.put(key, webhook("other"));
      for (const [delivered, expected] of [
        [1, 1],
        [3, 3],
        [2, 3],
      ] as const) {
        equal(await store.push.advance(key, "w", delivered), true);
        equal((await store.push.ours(key, "w"))?.delivered, expected);
      }
      equal((await store.push.get(key, "other"))?.delivered, 0);
    },
  },
  {
    name: "webhooks of tasks of the same name do not meet",
    async run(world) {
      const store = await world.open();
      const keys = [key, keyOf(key.id, "o"), keyOf(key.id, "", "t"), keyOf("other")];
      for (const [index, of] of keys.entries()) {
        await begin(store, of);
        await store.push.put(of, webhook("w", { of, delivered: index }));
      }
      await store.push.delete(keyOf("other"), "w");
      equal(await Promise.all(keys.map(async (of) => (await store.push.get(of, "w"))?.delivered)), [0, 1, 2, undefined]);
    },
  },
  {
    name: "nothing is adopted that its instance calls itself",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      await store.push.put(key, webhook("w"));
      await store.append(lease, 1, [chunk(2)]);
      equal([await store.push.adopt(9), await store.leases.adopt(9)], [[], []]);
    },
  },
  {
    name: "calls that were given up are kept with their reason, the oldest first, page by page",
    async run(world) {
      const store = await world.open();
      equal(await store.push.deadLetters({ limit: 9 }), []);
      const expected = await giveUpMany(store);
      equal(await store.push.deadLetters({ limit: 99 }), expected);
      equal((await store.push.get(key, "a"))?.delivered, 4);
      for (const limit of [1, 2, 3]) equal(await pagesOf(store, limit), expected, `pages of ${limit}`);
      equal(await store.push.deadLetters({ limit: 0 }), []);
    },
  },
  {
    name: "a call that is given up of a webhook that is gone is no dead letter; those of one that goes later stay",
    async run(world) {
      const store = await world.open();
      await begin(store);
      await store.push.put(key, webhook("w"));
      const letter = { number: 1, at: at(1), reason: "gone" };
      equal([await store.push.advance(key, "x", 1, letter), await store.push.advance(key, "w", 1, letter)], [false, true]);
      await store.push.delete(key, "w");
      equal(await store.push.deadLetters({ limit: 9 }), [{ ...letter, key, configId: "w" }]);
    },
  },
];

async function giveUpMany(store: TaskStore): Promise<readonly StoredDeadLetter[]> {
  const keys = [key, keyOf(key.id, "o"), keyOf("\u0000\ud800", "é")];
  for (const of of keys) {
    await begin(store, of);
    for (const id of ["a", "b"]) await store.push.put(of, webhook(id, { of }));
  }
  const expected: StoredDeadLetter[] = [];
  for (const number of [1, 2, 3, 4]) {
    for (const of of keys) {
      for (const configId of ["a", "b"]) {
        // Several are given up at the same time.
        const letter = { number, at: at(number), reason: `answered "${number}\u0000é"` };
        equal(await store.push.advance(of, configId, number, letter), true);
        expected.push({ ...letter, key: of, configId });
      }
    }
  }
  return expected;
}

async function pagesOf(store: TaskStore, limit: number): Promise<readonly StoredDeadLetter[]> {
  const found: StoredDeadLetter[] = [];
  for (;;) {
    const last = found.at(-1);
    const page = await store.push.deadLetters({ limit, ...(last && { after: last }) });
    if (page.length === 0) return found;
    found.push(...page);
  }
}
