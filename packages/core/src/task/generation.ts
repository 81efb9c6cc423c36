import type { Task } from "../generated/v1.1/types.js";

/** The generation of a task, where the version that was spoken has it and the agent counts. */
export function generationOf({ generation }: Task): number | undefined {
  return generation || undefined;
}
