// Fills a store with a thousand tasks and another with as many as are asked for, and times ListTasks of both over a handler's fetch.

import { createA2AHandler } from "@a2a/server";
import { createTestbed } from "@a2a/testbed";
import { fillStore } from "../lists/fill-store.js";
import type { AskPage } from "../lists/list-pages.js";
import { pagesOf } from "../lists/list-pages.js";
import type { ListsReport } from "../lists/lists-report.js";
import { shortList } from "../lists/lists-report.js";
import { timePages } from "../lists/time-pages.js";
import { openStore } from "./open-store.js";

const [shortAddress, longAddress, tasks] = process.argv.slice(2);
process.on("disconnect", () => process.exit(0));
report({ pages: await timePages(await filled(shortAddress, shortList), await filled(longAddress, Number(tasks))) });

async function filled(address: string | undefined, count: number): Promise<AskPage> {
  const store = await openStore(address);
  const start = performance.now();
  await fillStore(store, count);
  const seconds = (performance.now() - start) / 1000;
  report({ done: `stored ${count} tasks in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second` });
  const testbed = createTestbed({ store });
  return pagesOf(createA2AHandler(testbed, testbed.options).fetch);
}

function report(what: ListsReport): void {
  process.send?.(what);
}
