import { equal } from "./claims.js";
import { all, begin, chunk, numbersOf } from "./samples.js";
import type { Case } from "./world.js";

/** Of the life of an instance. */
export const opening: readonly Case[] = [
  {
    name: "a store that was just opened is empty, and can do its work",
    async run(world) {
      const store = await world.open();
      await store.ping();
      equal([await store.list(all), await store.push.deadLetters({ limit: 9 })], [{ tasks: [], total: 0, more: false }, []]);
      equal([await store.leases.adopt(9), await store.push.adopt(9)], [[], []]);
    },
  },
  {
    name: "closing waits for what is being written, and can be done twice",
    needs: "in turn",
    async run(world) {
      const before = await world.open();
      const lease = await begin(before);
      const appended = before.append(lease, 1, [chunk(2)]);
      await Promise.all([world.close(before), world.close(before)]);
      equal([await appended, await numbersOf(await world.open())], ["stored", [1, 2]]);
    },
  },
];
