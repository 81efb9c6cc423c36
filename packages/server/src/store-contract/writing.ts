import type { Task } from "@a2a/core";
import { applyEvent } from "@a2a/core";
import type { LogEntry } from "../store/store.js";
import { equal, holds } from "./claims.js";
import { acquired, all, begin, chunk, first, key, keyOf, numbersOf, status, turnEnd } from "./samples.js";
import type { Case } from "./world.js";

/** Of creating tasks and appending to their logs. */
export const writing: readonly Case[] = [
  {
    name: "a task is created once; the second attempt changes nothing and takes no lease",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      equal(await store.create({ key, contextId: "other", version: "0.3" }, [first()]), "exists");
      equal(await store.append(lease, 1, [chunk(2)]), "stored");
      const { task, ...rest } = (await store.load(key)) ?? {};
      equal(rest, { key, contextId: "c", version: "1.0", number: 2, turnFrom: 1 });
      equal(task?.contextId, "c");
    },
  },
  {
    name: "of many that create the same task one does, and the others are told that it exists",
    async run(world) {
      const store = await world.open();
      const created = await Promise.all([1, 2, 3].map(() => store.create({ key, contextId: "c", version: "1.0" }, [first(), chunk(2)])));
      equal(created.filter((each) => each === "exists").length, 2);
      equal([await numbersOf(store), (await store.list(all)).total], [[1, 2], 1]);
    },
  },
  {
    name: "a task is created with several entries at once, and is as the last of them leaves it",
    async run(world) {
      const store = await world.open();
      const entries = [first(), chunk(2), turnEnd(3, true)];
      const lease = await store.create({ key, contextId: "c", version: "0.3" }, entries);
      holds(lease !== "exists", "the task is new");
      const stored = await store.load(key);
      equal([stored?.number, stored?.turnFrom, stored?.version, stored?.task.status.state], [3, 4, "0.3", "TASK_STATE_COMPLETED"]);
      equal(await store.read(key, 0, 9), entries);
      equal((await store.list({ ...all, state: "TASK_STATE_COMPLETED" })).total, 1);
    },
  },
  {
    name: "what is loaded is the fold of the log, and the receiver may change it",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      await store.append(lease, 1, [chunk(2, "one"), chunk(3, "two")]);
      const loaded = await store.load(key);
      loaded?.task.artifacts?.[0]?.parts.push({ text: "mine" });
      loaded?.task.artifacts?.push({ artifactId: "mine", parts: [] });
      loaded?.task.history?.pop();
      equal((await store.load(key))?.task.artifacts, [{ artifactId: "a", parts: [{ text: "one" }, { text: "two" }] }]);
      await store.append(lease, 3, [chunk(4, "three")]);
      equal((await store.load(key))?.task.artifacts?.[0]?.parts, [{ text: "one" }, { text: "two" }, { text: "three" }]);
      equal((await store.load(key))?.task.history?.length, 1);
    },
  },
  {
    name: "an append behind another entry than the last is a conflict, and stores nothing of it",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      for (const after of [0, 2, 99]) {
        equal(await store.append(lease, after, [chunk(after + 1), chunk(after + 2)]), "conflict", `an append after ${after}`);
      }
      equal(await numbersOf(store), [1]);
      equal(await store.append(lease, 1, [chunk(2)]), "stored");
    },
  },
  {
    name: "of writers that append behind the same entry at once one is stored, and the others conflict",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      const outcomes = await Promise.all(["a", "b", "c"].map((text) => store.append(lease, 1, [chunk(2, text), chunk(3, text)])));
      equal([...outcomes].sort(), ["conflict", "conflict", "stored"]);
      equal(await numbersOf(store), [1, 2, 3]);
    },
  },
  {
    name: "appends that follow each other without waiting are stored in their order",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      const outcomes = await Promise.all([1, 2, 3, 4, 5].map((after) => store.append(lease, after, [chunk(after + 1)])));
      equal([outcomes, await numbersOf(store)], [Array(5).fill("stored"), [1, 2, 3, 4, 5, 6]]);
    },
  },
  {
    name: "only the latest lease may append: older ones, released ones and those of unknown tasks are fenced",
    async run(world) {
      const store = await world.open();
      const old = await begin(store);
      const latest = await acquired(store);
      holds(latest.token > old.token, "tokens grow");
      equal(await store.append(old, 1, [chunk(2)]), "fenced", "an older lease");
      await store.leases.release(old);
      equal(await store.append(latest, 1, [chunk(2)]), "stored", "releasing an older lease gives back nothing");
      await store.leases.release(latest);
      equal(await store.append(latest, 2, [chunk(3)]), "fenced", "a released lease");
      holds((await acquired(store)).token > latest.token, "tokens grow");
      equal(await store.append({ key: keyOf("unknown"), token: 1 }, 0, [chunk(1)]), "fenced", "an unknown task");
      equal([await store.leases.acquire(keyOf("unknown")), await numbersOf(store)], [undefined, [1, 2]]);
    },
  },
  {
    name: "a lease is given back together with what is created or appended, and not where that is refused",
    async run(world) {
      const store = await world.open();
      equal(await store.append(await begin(store, key, { release: true }), 1, [chunk(2)]), "fenced", "released at creation");
      const lease = await acquired(store);
      equal(await store.append(lease, 7, [chunk(8)], { release: true }), "conflict");
      equal(await store.append(lease, 1, [chunk(2)], { release: true }), "stored", "a refused append gives back nothing");
      equal(await store.append(lease, 2, [chunk(3)]), "fenced", "released with the append before");
      equal(await numbersOf(store), [1, 2]);
    },
  },
  {
    name: "a turn begins behind the entry that ended the last one",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      const turnFrom = async (): Promise<number | undefined> => (await store.load(key))?.turnFrom;
      equal(await turnFrom(), 1);
      await store.append(lease, 1, [chunk(2), turnEnd(3)]);
      equal(await turnFrom(), 4);
      await store.append(lease, 3, [status(4, "TASK_STATE_WORKING"), turnEnd(5), status(6, "TASK_STATE_WORKING")]);
      equal([await turnFrom(), (await store.list(all)).tasks[0]?.turnFrom], [6, 6]);
    },
  },
  {
    name: "a log that is long has every entry, and its task is the fold of all of them, with checkpoints and without",
    async run(world) {
      const store = await world.open();
      for (const of of [key, keyOf("with checkpoints")]) {
        const lease = await begin(store, of);
        const log = [first(of.id)];
        for (const size of [1, 300, 1, 700, 1]) {
          const entries = Array.from({ length: size }, (_, index) => chunk(log.length + index + 1, `${index}${"x".repeat(200)}`, of.id));
          const after = log.length;
          log.push(...entries);
          const also = of === key ? {} : { checkpoint: () => foldOf(log) };
          equal(await store.append(lease, after, entries, also), "stored");
        }
        equal((await store.load(of))?.task, foldOf(log));
        equal(await store.read(of, 0, 5000), log);
      }
    },
  },
];

function foldOf(log: readonly LogEntry[]): Task {
  const task = log.reduce<Task | undefined>((folded, { event, received }) => applyEvent(folded, event, received), undefined);
  if (!task) throw new Error("a log without entries");
  return task;
}
