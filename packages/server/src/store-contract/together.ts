import { LazyAbort } from "../lazy-abort.js";
import type { Relay, TaskStore } from "../store/store.js";
import { equal, holds } from "./claims.js";
import { acquired, all, begin, chunk, first, key, numbersOf, turnEnd, webhook } from "./samples.js";
import { follow, reaching, wakesOf } from "./waking.js";
import type { Case } from "./world.js";

/** Of instances that work at the same time. */
export const together: readonly Case[] = [
  {
    name: "an instance sees what another one stores",
    needs: "together",
    async run(world) {
      const [one, other] = [await world.open(), await world.open()];
      const lease = await begin(one);
      await one.append(lease, 1, [chunk(2)]);
      equal([await numbersOf(other), (await other.list(all)).total], [[1, 2], 1]);
      equal(await other.create({ key, contextId: "c", version: "1.0" }, [first()]), "exists");
      await one.push.put(key, webhook("w"));
      equal(await other.push.list(key), [webhook("w")]);
    },
  },
  {
    name: "a task that a living instance has is held, and nobody takes it over",
    needs: "together",
    async run(world) {
      const [one, other] = [await world.open(), await world.open()];
      const lease = await begin(one);
      equal([await other.leases.acquire(key), await other.leases.adopt(9)], ["held", []]);
      equal(await one.append(lease, 1, [chunk(2)]), "stored");
      await one.leases.release(lease);
      const taken = await acquired(other);
      equal([await one.append(lease, 2, [chunk(3)]), await one.leases.acquire(key)], ["fenced", "held"]);
      equal(await other.append(taken, 2, [chunk(3), turnEnd(4)], { release: true }), "stored");
      equal(await one.append(await acquired(one), 4, [chunk(5)]), "stored");
    },
  },
  {
    name: "what an ended instance had is taken over by one of the others, and what it appends is refused",
    needs: "together",
    async run(world) {
      const [one, two, three] = [await world.open(), await world.open(), await world.open()];
      await begin(one);
      await world.kill(one);
      const adopted = (await Promise.all([two.leases.adopt(9), three.leases.adopt(9)])).flat();
      equal(
        adopted.map(({ times }) => times),
        [1],
      );
    },
  },
  {
    name: "a webhook is called by one instance: the one that put it last, or took it over",
    needs: "together",
    async run(world) {
      const [one, other] = [await world.open(), await world.open()];
      await begin(one);
      await one.push.put(key, webhook("w"));
      equal([await other.push.ours(key, "w"), await other.push.advance(key, "w", 1), await other.push.adopt(9)], [undefined, false, []]);
      await other.push.put(key, webhook("w"));
      equal([await one.push.ours(key, "w"), await one.push.advance(key, "w", 1)], [undefined, false]);
      await world.kill(other);
      equal([await one.push.adopt(9), await one.push.advance(key, "w", 1)], [[{ key, id: "w" }], true]);
    },
  },
  {
    name: "readers at other instances are woken, and see every entry once",
    needs: "together",
    async run(world) {
      const [one, other] = [await world.open(), await world.open()];
      const lease = await begin(one);
      const ending = new LazyAbort();
      const wakes = wakesOf(other, ending);
      equal((await wakes.next()).value, 1);
      const followers = [follow(one, key, 50), follow(other, key, 50), follow(other, key, 50)];
      for (let number = 2; number <= 50; number += 1) await one.append(lease, number - 1, [chunk(number)]);
      equal(await reaching(wakes, 50), 50);
      for (const seen of await Promise.all(followers)) equal(seen.length, 50);
      ending.abort("enough");
    },
  },
  {
    name: "an instance asks the one that has a task, and is answered in JSON",
    needs: "together",
    async run(world) {
      const [one, other] = [await world.open(), await world.open()];
      await begin(one);
      const asked: unknown[] = [];
      relayOf(one).answerWith((of, request) => {
        asked.push([of, request]);
        return Promise.resolve({ told: request });
      });
      const requests = [{ a: [1, "\u0000é\ud83d\ude00"] }, "text", null];
      const answers = await Promise.all(requests.map((request) => relayOf(other).ask(key, request, new LazyAbort())));
      equal(
        answers,
        requests.map((told) => ({ told })),
      );
      equal(asked.length, requests.length, "each is taken up once");
    },
  },
  {
    name: "nothing is answered where no other living instance has the task, and to whoever has left",
    needs: "together",
    async run(world) {
      const [one, other] = [await world.open(), await world.open()];
      equal(await relayOf(one).ask(key, "unknown", new LazyAbort()), undefined);
      await begin(one, key, { release: true });
      equal(await relayOf(other).ask(key, "nobody has it", new LazyAbort()), undefined);
      await acquired(one);
      const left = new LazyAbort();
      relayOf(one).answerWith(() => new Promise(() => undefined));
      const asking = relayOf(other).ask(key, "never answered", left);
      left.abort("left");
      equal(await asking, undefined);
      const waiting = relayOf(other).ask(key, "its instance ends", new LazyAbort());
      await world.kill(one);
      equal(await waiting, undefined);
    },
  },
];

function relayOf({ relay }: TaskStore): Relay {
  holds(relay !== undefined, "instances that work together can ask each other");
  if (!relay) throw new Error("no relay");
  return relay;
}
