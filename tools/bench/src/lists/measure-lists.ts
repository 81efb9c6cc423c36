import { startProgram } from "../server-process.js";
import type { ListsReport, PageTimes } from "./lists-report.js";

/** What lists are measured with. */
export interface ListsOptions {
  /** Bundle of the program. */
  readonly file: string;
  /** Empty places for the short list and for the long one. */
  readonly addresses: readonly [string, string];
  /** Tasks of the long list. */
  readonly tasks: number;
}

/** Fills two stores in a process of their own, and times pages there. */
export function measureLists({ file, addresses, tasks }: ListsOptions): Promise<readonly PageTimes[]> {
  const child = startProgram(file, { args: [...addresses, String(tasks)] });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the program that measures lists ended with exit code ${code}`)));
    child.on("message", (message) => {
      // safe: the program is started from this folder and sends nothing else
      const { done, pages } = message as ListsReport;
      if (done !== undefined) console.error(`  ${done}`);
      if (!pages) return;
      resolve(pages);
      child.disconnect();
    });
  });
}
