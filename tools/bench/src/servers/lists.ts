// Times ListTasks over a handler's fetch.

import { createA2AHandler } from "@a2a/server";
import { createTestbed } from "@a2a/testbed";
import { fillStore } from "../lists/fill-store.js";
import { pageCases, pagesOf } from "../lists/list-pages.js";
import { runLists } from "../lists/run-lists.js";
import { openStore } from "./open-store.js";

await runLists({
  cases: pageCases,
  async fill(address, count) {
    // Who fills it can do it again.
    const store = await openStore(address, { relaxed: true });
    await fillStore(store, count);
    await store.close();
  },
  async open(address) {
    const testbed = createTestbed({ store: await openStore(address) });
    return pagesOf(createA2AHandler(testbed, testbed.options).fetch);
  },
});
