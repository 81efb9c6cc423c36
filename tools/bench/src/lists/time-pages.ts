import type { ListTasksRequest } from "@a2a/core";
import { median } from "../report/median.js";
import type { AskPage, PageCase } from "./list-pages.js";
import { paramsOf } from "./list-pages.js";
import type { PageTimes } from "./lists-report.js";

/** How often something is done: so often, or as often as there is time for it, but not less than that. */
interface Turns {
  readonly most: number;
  readonly least: number;
  readonly ms: number;
}

const warmUp: Turns = { most: 30, least: 2, ms: 5000 };
const timed: Turns = { most: 100, least: 5, ms: 15_000 };

/** A list that is asked for the same page again and again. */
interface Lane {
  readonly ask: AskPage;
  readonly params: ListTasksRequest;
}

/** Times pages of a short and of a long list, in turns: what disturbs the machine for a while disturbs both. */
export async function timePages(short: AskPage, long: AskPage, cases: readonly PageCase[]): Promise<PageTimes[]> {
  const measured: PageTimes[] = [];
  for (const page of cases) {
    const lanes: Lane[] = [];
    for (const ask of [short, long]) lanes.push({ ask, params: await paramsOf(page, ask) });
    await takeTurns(lanes, warmUp);
    const [shortMs = 0, longMs = 0] = (await takeTurns(lanes, timed)).map(median);
    measured.push({ id: page.id, shortMs, longMs });
  }
  return measured;
}

/** @returns the milliseconds that each page took, by list */
async function takeTurns(lanes: readonly Lane[], { most, least, ms }: Turns): Promise<number[][]> {
  const found: number[][] = lanes.map(() => []);
  const begin = performance.now();
  for (let turn = 0; turn < most && (turn < least || performance.now() - begin < ms); turn += 1) {
    const sizes: number[] = [];
    for (const [at, { ask, params }] of lanes.entries()) {
      const start = performance.now();
      const { tasks } = await ask(params);
      found[at]?.push(performance.now() - start);
      sizes.push(tasks.length);
    }
    if (sizes[0] !== sizes[1] || !sizes[0]) throw new Error(`pages of ${sizes.join(" and ")} tasks are no pages to compare`);
  }
  return found;
}
