import type { Artifact, Message, Part, TaskStatus } from "@a2a/core";
import type { LogEntry, TaskKey } from "../store/store.js";
import { equal } from "./claims.js";
import { all, at, begin, chunk, key, keyOf, numbersOf, status, turnEnd } from "./samples.js";
import type { Case } from "./world.js";

// What breaks out of quotes and separators, what databases do not take as text, and what sorts otherwise in bytes than in characters.
const oddNames = ["", "a", "b", "a,b", '"', '","', "\\", '\\"', "a\u0000b", "a\u0001b", "\u007f", "é", "\ud800", "\udc00", "\ud83d\ude00"];
const moreNames = ["'", "__proto__", "constructor", "null", "%", "a%", "_", " ", "a ", "A", "ｆ", "x".repeat(255)];

/** Of reading logs and of the names and texts in them. */
export const reading: readonly Case[] = [
  {
    name: "reading gives entries above a number, at most so many, in order",
    async run(world) {
      const store = await world.open();
      await store.append(await begin(store), 1, [chunk(2), chunk(3), chunk(4)]);
      equal(await numbersOf(store, key, 0, 2), [1, 2]);
      equal(await numbersOf(store, key, 2, 2), [3, 4]);
      equal(await numbersOf(store, key, 3, 9), [4]);
      equal([await numbersOf(store, key, 4, 9), await numbersOf(store, key, 9, 9)], [[], []]);
    },
  },
  {
    name: "a task that is unknown, or somebody else's, is not there to read, to load or to list",
    async run(world) {
      const store = await world.open();
      await begin(store, keyOf("task", "ann", "t"));
      for (const other of [keyOf("other", "ann", "t"), keyOf("task", "bob", "t"), keyOf("task", "ann"), keyOf("task", "", "t")]) {
        equal([await store.read(other, 0, 9), await store.load(other)], ["gone", undefined], JSON.stringify(other));
        equal(await store.leases.acquire(other), undefined, JSON.stringify(other));
      }
      equal([(await store.list(all)).total, (await store.list({ ...all, tenant: "t", owner: "bob" })).total], [0, 0]);
    },
  },
  {
    name: "entries are read as they were written, whatever they have",
    async run(world) {
      const store = await world.open();
      const entries = everyKind();
      await store.append(await begin(store), 1, entries);
      equal(await store.read(key, 1, 99), entries);
      const task = (await store.load(key))?.task;
      equal(task?.status, { state: "TASK_STATE_COMPLETED", timestamp: at(5) });
      equal(
        task?.history?.map(({ messageId }) => messageId),
        ["m-task", "m-2", "m-3"],
      );
    },
  },
  {
    name: "keys of other tenants, owners and ids never meet, however they are spelled",
    async run(world) {
      const store = await world.open();
      const three = oddNames.flatMap((one) =>
        oddNames.flatMap((other) => [keyOf(one, other, "t"), keyOf("i", one, other), keyOf(one, "o", other)]),
      );
      const keys = unique([...three, ...moreNames.flatMap((name) => [keyOf(name), keyOf("i", name), keyOf("i", "o", name)])]);
      await Promise.all(keys.map((each) => begin(store, each)));
      const loaded = await Promise.all(keys.map((each) => store.load(each)));
      equal(
        loaded.map((each) => each?.key),
        keys,
      );
      equal(
        (await store.list({ ...all, tenant: "t", owner: "a" })).total,
        keys.filter(({ tenant, owner }) => tenant === "t" && owner === "a").length,
      );
    },
  },
  {
    name: "texts are read as they were written: NUL, lone surrogates, emoji, a megabyte",
    async run(world) {
      const store = await world.open();
      const texts = [...oddNames, ...moreNames, "\r\n\u2028", "x".repeat(1_048_576), "\ud83d\ude00".repeat(100_000), "\u0000".repeat(1000)];
      const entries = texts.map((text, index) => chunk(index + 2, text));
      await store.append(await begin(store), 1, entries);
      equal(await store.read(key, 1, 99), entries);
      equal(
        (await store.load(key))?.task.artifacts?.[0]?.parts,
        texts.map((text) => ({ text })),
      );
    },
  },
  {
    name: "a context and the names of a webhook are any text",
    async run(world) {
      const store = await world.open();
      await begin(store);
      for (const [index, contextId] of oddNames.entries()) {
        const of = keyOf(`t${index}`);
        await begin(store, of, { contextId });
        equal(
          (await store.list({ ...all, contextId })).tasks.map((each) => [each.key, each.contextId]),
          [[of, contextId]],
        );
      }
      for (const id of oddNames.slice(1)) {
        const stored = { config: { id, taskId: key.id, url: "https://hook.example", token: id }, version: "0.3", delivered: 0 } as const;
        equal([await store.push.put(key, stored), await store.push.get(key, id)], ["stored", stored]);
      }
      equal((await store.push.list(key)).length, oddNames.length - 1);
    },
  },
];

function everyKind(): readonly LogEntry[] {
  const parts: Part[] = [{ data: { deep: [1, { a: null }], "": 1e-7 } }, { raw: "AAE=", mediaType: "a/b" }];
  const received: Message = { messageId: "m-2", role: "ROLE_USER", parts };
  const context = {
    caller: { user: "ann", claims: { roles: ["a"], age: 3 } },
    tenant: "t",
    metadata: { key: "value" },
    extensions: ["https://ext.example"],
    acceptedOutputModes: ["text/plain"],
    parameters: { city: "Ulm" },
    trace: { traceparent: "00-1-2-03", tracestate: "a=b" },
  };
  const said: Message = { messageId: "m-3", role: "ROLE_AGENT", parts: [{ text: "thinking" }], metadata: { a: [] } };
  const working: TaskStatus = { state: "TASK_STATE_WORKING", timestamp: at(2), message: said };
  const artifact: Artifact = { artifactId: "other", name: "n", parts, metadata: { x: 1 }, extensions: ["https://ext.example"] };
  const of = { taskId: key.id, contextId: "c" };
  return [
    { number: 2, at: at(2), received, context, event: { statusUpdate: { ...of, status: working, metadata: { m: 1 } } } },
    { number: 3, at: at(3), event: { artifactUpdate: { ...of, artifact, append: false, lastChunk: true } }, artifactIndex: 1 },
    status(4, "TASK_STATE_WORKING"),
    turnEnd(5, true),
  ];
}

function unique(keys: readonly TaskKey[]): readonly TaskKey[] {
  // A task always has an id.
  const named = keys.filter(({ id }) => id !== "");
  return [...new Map(named.map((each) => [JSON.stringify([each.tenant, each.owner, each.id]), each])).values()];
}
