// Times ListTasks of the official SDK's server, over HTTP because it has no fetch.

import { Task } from "@a2a-js/sdk";
import { ServerCallContext } from "@a2a-js/sdk/server";
import type { FilledTask } from "../lists/fill-store.js";
import { eachSample, foldOf } from "../lists/fill-store.js";
import { pageCases, pagesOf } from "../lists/list-pages.js";
import { runLists } from "../lists/run-lists.js";
import { createRequestHandler } from "./official-agent.js";
import { serveOfficial } from "./official-express.js";
import { openOfficialDatabase } from "./official-store.js";

// What is stored together; each for itself would wait for the disk as often as there are tasks.
const together = 1000;
const lanes = 8;

await runLists({
  // Its pages count all tasks of the list: to go to the middle of a million would take hours.
  cases: pageCases.filter(({ isMiddle }) => !isMiddle),
  async fill(address, count) {
    const database = await openOfficialDatabase(address);
    const context = new ServerCallContext();
    const samples = eachSample(count);
    const fill = async (): Promise<void> => {
      for (let batch = take(samples); batch.length > 0; batch = take(samples)) {
        await database.together(async (store) => {
          for (const { entries } of batch) await store.save(Task.fromJSON(foldOf(entries)), context);
        });
      }
    };
    await Promise.all(Array.from({ length: lanes }, fill));
  },
  async open(address) {
    const { store } = await openOfficialDatabase(address);
    return pagesOf(fetch, `http://127.0.0.1:${await serveOfficial(createRequestHandler(store))}/`);
  },
});

function take(samples: Generator<FilledTask, void>): FilledTask[] {
  const taken: FilledTask[] = [];
  while (taken.length < together) {
    const next = samples.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}
