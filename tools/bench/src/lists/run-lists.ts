import type { AskPage, PageCase } from "./list-pages.js";
import type { ListsReport } from "./lists-report.js";
import { shortList } from "./lists-report.js";
import { timePages } from "./time-pages.js";

/** A program that times pages of lists. */
export interface ListsProgram {
  readonly cases: readonly PageCase[];
  /** Stores so many tasks at an address. */
  fill(address: string, count: number): Promise<void>;
  /** Opens what was stored. */
  open(address: string): Promise<AskPage>;
}

/** Stores a thousand tasks at the one address of the command line, and as many as that says at the other, and tells what pages of both take. */
export async function runLists({ cases, fill, open }: ListsProgram): Promise<void> {
  const [shortAddress = "", longAddress = "", tasks] = process.argv.slice(2);
  process.on("disconnect", () => process.exit(0));
  const filled = async (address: string, count: number): Promise<AskPage> => {
    const start = performance.now();
    await fill(address, count);
    const seconds = (performance.now() - start) / 1000;
    report({ done: `stored ${count} tasks in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second` });
    return open(address);
  };
  report({ pages: await timePages(await filled(shortAddress, shortList), await filled(longAddress, Number(tasks)), cases) });
}

function report(what: ListsReport): void {
  process.send?.(what);
}
