import type { ListTasksRequest } from "@a2a/core";
import { median } from "../report/median.js";
import type { AskPage, PageCase } from "./list-pages.js";
import { paramsOf } from "./list-pages.js";
import type { PageTimes } from "./lists-report.js";

const warmUps = 30;
const times = 100;

/** A list that is asked for the same page again and again. */
interface Lane {
  readonly ask: AskPage;
  readonly params: ListTasksRequest;
  readonly found: number[];
}

/** Times pages of a short and of a long list, in turns: what disturbs the machine for a while disturbs both. */
export async function timePages(short: AskPage, long: AskPage, cases: readonly PageCase[]): Promise<PageTimes[]> {
  const measured: PageTimes[] = [];
  for (const page of cases) {
    const lanes: Lane[] = [];
    for (const ask of [short, long]) lanes.push({ ask, params: await paramsOf(page, ask), found: [] });
    for (let round = 0; round < warmUps + times; round += 1) {
      const sizes: number[] = [];
      for (const { ask, params, found } of lanes) {
        const start = performance.now();
        const { tasks } = await ask(params);
        if (round >= warmUps) found.push(performance.now() - start);
        sizes.push(tasks.length);
      }
      if (sizes[0] !== sizes[1] || !sizes[0]) throw new Error(`pages of ${sizes.join(" and ")} tasks are no pages to compare`);
    }
    const [shortMs = 0, longMs = 0] = lanes.map(({ found }) => median(found));
    measured.push({ id: page.id, shortMs, longMs });
  }
  return measured;
}
