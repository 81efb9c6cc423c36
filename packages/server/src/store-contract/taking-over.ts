import { LazyAbort } from "../lazy-abort.js";
import type { TaskKey, TaskStore } from "../store/store.js";
import { equal, holds } from "./claims.js";
import { acquired, all, at, begin, chunk, key, keyOf, numbersOf, status, turnEnd, webhook } from "./samples.js";
import { reaching, wakesOf } from "./waking.js";
import type { Case, World } from "./world.js";

/** How an instance ends. */
const ends = ["close", "kill"] as const;

/** Of what an instance leaves that has ended. */
export const takingOver: readonly Case[] = [
  {
    name: "a store whose tasks outlive their instance says so",
    needs: "in turn",
    async run(world) {
      holds((await world.open()).isDurable, "isDurable");
    },
  },
  ...ends.flatMap((how): readonly Case[] => [
    {
      name: `what was stored is there for the next instance (${how})`,
      needs: "in turn",
      async run(world) {
        const before = await world.open();
        const lease = await begin(before);
        await before.append(lease, 1, [chunk(2, "one"), chunk(3, "two"), turnEnd(4)]);
        await begin(before, keyOf("other", "o", "t"));
        await before.push.put(key, webhook("w", { delivered: 3 }));
        await before.push.advance(key, "w", 4, { number: 4, at: at(4), reason: "no" });
        const seen = await everything(before);
        equal(await everything(await next(world, before, how)), seen);
      },
    },
    {
      name: `tasks in the middle of a turn are taken over, once, and others are not (${how})`,
      needs: "in turn",
      async run(world) {
        const before = await world.open();
        const old = await begin(before, keyOf("begun"));
        for (const id of ["waits", "goes on", "over"]) {
          const lease = await begin(before, keyOf(id));
          await before.append(lease, 1, [turnEnd(2, id === "over")]);
          if (id === "goes on") await before.append(lease, 2, [status(3, "TASK_STATE_WORKING", { id })]);
        }
        const store = await next(world, before, how);
        const adopted = await store.leases.adopt(99);
        equal(adopted.map(({ lease, times }) => [lease.key.id, times]).sort(), [
          ["begun", 1],
          ["goes on", 1],
        ]);
        const begun = adopted.find(({ lease }) => lease.key.id === "begun");
        holds((begun?.lease.token ?? 0) > old.token, "tokens grow");
        if (begun) equal(await store.append(begun.lease, 1, [chunk(2)]), "stored");
        equal(await store.leases.adopt(99), []);
      },
    },
    {
      name: `any task can be acquired that an ended instance had (${how})`,
      needs: "in turn",
      async run(world) {
        const before = await world.open();
        await begin(before);
        const store = await next(world, before, how);
        const lease = await acquired(store);
        equal(await store.append(lease, 1, [chunk(2)]), "stored");
        equal([await store.leases.adopt(9), await numbersOf(store)], [[], [1, 2]]);
      },
    },
    {
      name: `webhooks that have something to be told are taken over, and others are not (${how})`,
      needs: "in turn",
      async run(world) {
        const before = await world.open();
        const lease = await begin(before);
        await before.append(lease, 1, [chunk(2), turnEnd(3)], { release: true });
        for (const [id, delivered] of Object.entries({ none: 0, some: 2, all: 3 })) await before.push.put(key, webhook(id, { delivered }));
        const store = await next(world, before, how);
        equal(await Promise.all(["none", "some", "all"].map((id) => store.push.ours(key, id))), [undefined, undefined, undefined]);
        equal(await store.push.advance(key, "some", 3), false);
        const adopted = await store.push.adopt(99);
        equal(adopted.map((each) => [each.key.id, each.id]).sort(), [
          [key.id, "none"],
          [key.id, "some"],
        ]);
        equal([(await store.push.ours(key, "some"))?.delivered, await store.push.adopt(99)], [2, []]);
        equal([await store.push.advance(key, "some", 3), (await store.push.get(key, "some"))?.delivered], [true, 3]);
      },
    },
  ]),
  {
    name: "at most so many tasks and webhooks are taken over at a time, and the rest after them",
    needs: "in turn",
    async run(world) {
      const before = await world.open();
      const ids = ["a", "b", "c", "d", "e"];
      for (const id of ids) {
        await begin(before, keyOf(id));
        await before.push.put(keyOf(id), webhook("w", { of: keyOf(id) }));
      }
      const store = await next(world, before, "close");
      const tasks = [await store.leases.adopt(2), await store.leases.adopt(2), await store.leases.adopt(2), await store.leases.adopt(2)];
      equal(
        [
          tasks.map(({ length }) => length),
          tasks
            .flat()
            .map(({ lease }) => lease.key.id)
            .sort(),
        ],
        [[2, 2, 1, 0], ids],
      );
      const hooks = [await store.push.adopt(2), await store.push.adopt(2), await store.push.adopt(2), await store.push.adopt(2)];
      equal(
        [
          hooks.map(({ length }) => length),
          hooks
            .flat()
            .map((each) => each.key.id)
            .sort(),
        ],
        [[2, 2, 1, 0], ids],
      );
    },
  },
  {
    name: "a task that was given back in the middle of a turn is taken over, by its own instance too",
    needs: "in turn",
    async run(world) {
      const store = await world.open();
      await store.leases.release(await begin(store));
      await begin(store, keyOf("with its creation"), { release: true });
      await store.append(await begin(store, keyOf("with an append")), 1, [chunk(2)], { release: true });
      const lease = await begin(store, keyOf("at the end of its turn"));
      await store.append(lease, 1, [turnEnd(2)], { release: true });
      const adopted = await store.leases.adopt(9);
      equal(
        adopted
          .map(
            ({
              lease: {
                key: { id },
              },
            }) => id,
          )
          .sort(),
        ["task", "with an append", "with its creation"],
      );
      for (const each of adopted) equal(each.times, 1);
    },
  },
  {
    name: "how often a turn has been taken over in a row is counted, and from the start again when a turn has ended",
    needs: "in turn",
    async run(world) {
      let store = await world.open();
      await begin(store);
      for (const times of [1, 2, 3]) {
        store = await next(world, store, "close");
        const [adopted] = await store.leases.adopt(9);
        equal(adopted?.times, times);
        if (adopted) await store.append(adopted.lease, times, [chunk(times + 1)]);
      }
      await store.append(await acquired(store), 4, [turnEnd(5), status(6, "TASK_STATE_WORKING")]);
      store = await next(world, store, "kill");
      equal((await store.leases.adopt(9))[0]?.times, 1);
    },
  },
  {
    name: "a webhook with nothing to be told can be taken over once there is something",
    needs: "in turn",
    async run(world) {
      const before = await world.open();
      await before.append(await begin(before), 1, [turnEnd(2)]);
      await before.push.put(key, webhook("w", { delivered: 2 }));
      const store = await next(world, before, "kill");
      equal(await store.push.adopt(9), []);
      const lease = await acquired(store);
      equal(await store.push.adopt(9), []);
      await store.append(lease, 2, [status(3, "TASK_STATE_WORKING")]);
      equal(await store.push.adopt(9), [{ key, id: "w" }]);
    },
  },
  {
    name: "a webhook that is put anew is called by who put it",
    needs: "in turn",
    async run(world) {
      const before = await world.open();
      await begin(before);
      await before.push.put(key, webhook("w"));
      const store = await next(world, before, "close");
      equal([await store.push.put(key, webhook("w")), await store.push.ours(key, "w")], ["stored", webhook("w")]);
      equal(await store.push.adopt(9), []);
    },
  },
  {
    name: "whoever waits at the next instance is woken by what it appends",
    needs: "in turn",
    async run(world) {
      const before = await world.open();
      await begin(before);
      const store = await next(world, before, "kill");
      const ending = new LazyAbort();
      const wakes = wakesOf(store, ending);
      equal((await wakes.next()).value, 1);
      const waiting = reaching(wakes, 2);
      await store.append(await acquired(store), 1, [chunk(2)]);
      equal(await waiting, 2);
      ending.abort("enough");
    },
  },
];

async function next(world: World, store: TaskStore, how: (typeof ends)[number]): Promise<TaskStore> {
  await world[how](store);
  return world.open();
}

/** All that can be read of the tasks of two callers. */
async function everything(store: TaskStore): Promise<unknown> {
  const ofTask = async (of: TaskKey): Promise<unknown> => [await store.load(of), await store.read(of, 0, 99), await store.push.list(of)];
  const lists = [await store.list(all), await store.list({ ...all, tenant: "t", owner: "o" })];
  return [await ofTask(key), await ofTask(keyOf("other", "o", "t")), lists, await store.push.deadLetters({ limit: 9 })];
}
