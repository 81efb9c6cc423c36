import { LocalError } from "@a2a/core";
import type { MaybePromise } from "../maybe-promise.js";

/** What a step leads to; `retired` where another process turns out to have the task, which it is for then. @param onTakenOver is told before */
export async function unlessTakenOver<T>(step: MaybePromise<T>, onTakenOver: (error: LocalError) => void): Promise<T | "retired"> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof LocalError) || error.code !== "CLOSED") throw error;
    onTakenOver(error);
    return "retired";
  }
}
