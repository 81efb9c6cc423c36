import type { Lease, ListQuery, TaskPage, TaskStore } from "../store/store.js";
import { equal, holds } from "./claims.js";
import { all, at, begin, first, key, keyOf, status, timeOf } from "./samples.js";
import type { Case } from "./world.js";

/** Of listing tasks. */
export const listing: readonly Case[] = [
  {
    name: "a list has the caller's tasks, newest status first, then by id from the end of the alphabet",
    async run(world) {
      const store = await world.open();
      const seconds = { a: 1, b: 3, c: 2, d: 3 };
      for (const [id, second] of Object.entries(seconds)) await begin(store, keyOf(id), { second });
      await begin(store, keyOf("x", "", "t"), { second: 9 });
      await begin(store, keyOf("y", "o"), { second: 9 });
      const page = await store.list(all);
      equal([idsOf(page), page.total, page.more], [["d", "b", "c", "a"], 4, false]);
      equal(page.tasks[0], await store.load(keyOf("d")));
    },
  },
  {
    name: "ids of one time are in the order of their UTF-16 code units",
    async run(world) {
      const store = await world.open();
      // In UTF-8 the last two would change places; a lone surrogate and NUL have to be told from what they are replaced by.
      const ids = ["\u0000", "\u0001", "\u0002", " ", "-", "0", "1", "10", "2", "A", "Z", "_", "a", "a\u0000", "aa", "b", "~"];
      ids.push("\u007f", "\u0080", "ä", "z".normalize(), "\u3042", "\ud800", "\ud83d\ude00", "\udfff", "\ue000", "\uffee", "\uffff");
      const expected = [...new Set(ids)].sort().reverse();
      for (const id of expected) await begin(store, keyOf(id));
      equal(idsOf(await store.list(all)), expected);
      equal(await idsOfPages(store, { ...all, limit: 2 }), expected);
    },
  },
  {
    name: "a list has those of a context, of a state, of a time and later, and of several of these, and counts them",
    async run(world) {
      const store = await world.open();
      await store.append(await begin(store, keyOf("a"), { second: 1 }), 1, [status(2, "TASK_STATE_WORKING", { second: 9, id: "a" })]);
      await begin(store, keyOf("b"), { second: 1, contextId: "other" });
      await begin(store, keyOf("c"), { second: 2 });
      await begin(store, keyOf("d", "o"), { second: 9, contextId: "other" });
      const expected: readonly [Partial<ListQuery>, readonly string[]][] = [
        [{ contextId: "other" }, ["b"]],
        [{ contextId: "" }, []],
        [{ state: "TASK_STATE_WORKING" }, ["a"]],
        [{ state: "TASK_STATE_REJECTED" }, []],
        [{ since: timeOf(2) }, ["a", "c"]],
        [{ since: timeOf(2) + 1 }, ["a"]],
        [{ since: timeOf(10) }, []],
        [{ state: "TASK_STATE_SUBMITTED", since: timeOf(2) }, ["c"]],
        [{ state: "TASK_STATE_SUBMITTED", contextId: "c" }, ["c"]],
        [{ state: "TASK_STATE_SUBMITTED", contextId: "other", since: timeOf(1) }, ["b"]],
        [{ contextId: "c", since: timeOf(3) }, ["a"]],
        [{ state: "TASK_STATE_WORKING", contextId: "other" }, []],
      ];
      for (const [query, ids] of expected) {
        const page = await store.list({ ...all, ...query });
        equal([idsOf(page), page.total, page.more], [ids, ids.length, false], JSON.stringify(query));
        equal(await idsOfPages(store, { ...all, ...query, limit: 1 }), ids, JSON.stringify(query));
      }
    },
  },
  {
    name: "a task is listed by its newest status, also where that is older than the one before or has no time",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store, keyOf("a"), { second: 5 });
      await begin(store, keyOf("b"), { second: 3 });
      await store.append(lease, 1, [status(2, "TASK_STATE_WORKING", { second: 1, id: "a" })]);
      equal(idsOf(await store.list(all)), ["b", "a"]);
      const event = { statusUpdate: { taskId: "a", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } } as const;
      await store.append(lease, 2, [status(3, "TASK_STATE_WORKING", { second: 9, id: "a" }), { number: 4, at: at(9), event }]);
      equal([idsOf(await store.list(all)), idsOf(await store.list({ ...all, since: 1 }))], [["b", "a"], ["b"]]);
      equal([await countOf(store, "TASK_STATE_WORKING"), await countOf(store, "TASK_STATE_COMPLETED")], [0, 1]);
    },
  },
  {
    name: "a page of no room says how many tasks there are, and whether there are more",
    async run(world) {
      const store = await world.open();
      equal(await store.list({ ...all, limit: 0 }), { tasks: [], total: 0, more: false });
      await begin(store);
      equal(await store.list({ ...all, limit: 0 }), { tasks: [], total: 1, more: true });
    },
  },
  {
    name: "a page behind the last task is empty, and no more follow",
    async run(world) {
      const store = await world.open();
      await begin(store, key, { second: 5 });
      equal(await store.list({ ...all, after: { time: timeOf(0), id: "" } }), { tasks: [], total: 1, more: false });
      equal(await store.list({ ...all, after: { time: timeOf(5), id: key.id } }), { tasks: [], total: 1, more: false });
    },
  },
  {
    name: "a page goes on behind a task that is not there any more, or never was",
    async run(world) {
      const store = await world.open();
      for (const id of ["a", "c", "e"]) await begin(store, keyOf(id), { second: 5 });
      equal(idsOf(await store.list({ ...all, after: { time: timeOf(5), id: "d" } })), ["c", "a"]);
      equal(idsOf(await store.list({ ...all, after: { time: timeOf(6), id: "" } })), ["e", "c", "a"]);
    },
  },
  {
    name: "pages stay in step while tasks change: nothing that stays behind the cursor is left out or shown twice",
    async run(world) {
      const store = await world.open();
      const leases = new Map<string, Lease>();
      for (let n = 0; n < 20; n += 1) leases.set(`t${n}`, await begin(store, keyOf(`t${n}`), { second: Math.floor(n / 3) }));
      const seen: string[] = [];
      let after: ListQuery["after"];
      for (let turn = 0; ; turn += 1) {
        const page = await store.list({ ...all, limit: 3, ...(after && { after }) });
        equal(page.total, 20 + turn);
        seen.push(...idsOf(page));
        const last = page.tasks.at(-1);
        if (!page.more || !last) break;
        after = positionOf(last);
        // The cursor's own task moves to the front, and a new one comes.
        const lease = leases.get(last.key.id);
        holds(lease !== undefined, `${last.key.id} is one of those that were there`);
        const moved = status(last.number + 1, "TASK_STATE_WORKING", { second: 50 + turn, id: last.key.id });
        if (lease) await store.append(lease, last.number, [moved]);
        await begin(store, keyOf(`new${turn}`), { second: 59 });
      }
      equal([...seen].sort(), [...leases.keys()].sort());
    },
  },
  {
    name: "totals are right after many tasks changed at once",
    async run(world) {
      const store = await world.open();
      const ids = Array.from({ length: 30 }, (_, index) => `t${index}`);
      await Promise.all(
        ids.map(async (id, index) => {
          const lease = await store.create({ key: keyOf(id), contextId: "c", version: "1.0" }, [first(id)]);
          if (lease === "exists") return;
          await store.append(lease, 1, [status(2, "TASK_STATE_WORKING", { id })]);
          if (index % 3 === 0) await store.append(lease, 2, [status(3, "TASK_STATE_COMPLETED", { id })]);
        }),
      );
      equal([(await store.list(all)).total, (await store.list({ ...all, owner: "o" })).total], [30, 0]);
      equal([await countOf(store, "TASK_STATE_SUBMITTED"), await countOf(store, "TASK_STATE_WORKING")], [0, 20]);
      equal(await countOf(store, "TASK_STATE_COMPLETED"), 10);
    },
  },
];

function idsOf({ tasks }: TaskPage): readonly string[] {
  return tasks.map(({ key: { id } }) => id);
}

async function countOf(store: TaskStore, state: NonNullable<ListQuery["state"]>): Promise<number> {
  return (await store.list({ ...all, state })).total;
}

/** The ids on all pages of a list. */
async function idsOfPages(store: TaskStore, query: ListQuery): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: ListQuery["after"];
  for (;;) {
    const page = await store.list({ ...query, ...(after && { after }) });
    ids.push(...idsOf(page));
    const last = page.tasks.at(-1);
    if (!page.more || !last) return ids;
    after = positionOf(last);
  }
}

function positionOf({ key: { id }, task }: TaskPage["tasks"][number]): NonNullable<ListQuery["after"]> {
  return { time: Date.parse(task.status.timestamp ?? "") || 0, id };
}
