import { A2AError } from "@a2a/core";
import type { TaskKey } from "../store/store.js";

/** The error for a task that is not there, or somebody else's. */
export function notFound(key: TaskKey): A2AError {
  return new A2AError("TaskNotFoundError", `there is no task ${key.id}`);
}
