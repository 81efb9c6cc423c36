import type { ListTasksResponse, Task } from "@a2a/core";
import { toUtc } from "@a2a/core/internal/dialects";
import { invalidParams } from "../invalid-params.js";
import type { ListQuery, StoredTask } from "../store/store.js";
import type { Call, OperationContext } from "./call.js";
import { keyOf } from "./call.js";
import { withHistory } from "./history.js";

const defaultPageSize = 50;

/**
 * Lists the caller's tasks, newest status first, page by page.
 *
 * @throws A2AError `InvalidParamsError` for a page token that is not one
 * @see A2A 1.0, section 3.1.4
 */
export async function listTasks(call: Call<"ListTasks">, { runtime }: OperationContext): Promise<ListTasksResponse> {
  const { params, context } = call;
  const pageSize = params.pageSize || defaultPageSize;
  const { tenant, owner } = keyOf(context, "");
  const { contextId, status, statusTimestampAfter, pageToken } = params;
  const query: ListQuery = {
    tenant,
    owner,
    limit: pageSize,
    ...(contextId && { contextId }),
    ...(status && status !== "TASK_STATE_UNSPECIFIED" && { state: status }),
    ...(statusTimestampAfter && { since: Date.parse(toUtc(statusTimestampAfter) ?? statusTimestampAfter) }),
    ...(pageToken && { after: readToken(pageToken) }),
  };
  const page = await runtime.list(query);
  const last = page.tasks.at(-1);
  return {
    tasks: page.tasks.map((stored) => listed(stored, call)),
    nextPageToken: page.more && last ? writeToken(last) : "",
    pageSize,
    totalSize: page.total,
  };
}

function listed({ task, number }: StoredTask, { params, generations }: Call<"ListTasks">): Task {
  const { artifacts = [], ...rest } = withHistory(task, params.historyLength);
  const shown = params.includeArtifacts ? Object.assign(rest, { artifacts }) : rest;
  generations?.set(shown, number);
  return shown;
}

// A token is the position behind a page: the last task's status time and id, not the place in a list that changes meanwhile.
function writeToken({ task, key }: StoredTask): string {
  return `${Date.parse(task.status.timestamp ?? "") || 0}.${key.id}`;
}

function readToken(token: string): { time: number; id: string } {
  const found = /^(\d{1,15})\.(.+)$/s.exec(token);
  if (found?.[1] && found[2]) return { time: Number(found[1]), id: found[2] };
  throw invalidParams("/pageToken", "a nextPageToken of this agent");
}
