import type { ListTasksRequest, ListTasksResponse } from "@a2a/core";
import { frequentState, rareState } from "./sample-tasks.js";

/** A page that is asked for. */
export interface PageCase {
  readonly id: PageId;
  /** What it lists; all where nothing is said. */
  readonly status?: ListTasksRequest["status"];
  /** Whether it begins in the middle of the list. */
  readonly isMiddle: boolean;
}

export type PageId = "all" | "all-middle" | "state" | "state-middle" | "state-few";

/** The pages whose time is measured. */
export const pageCases: readonly PageCase[] = [
  { id: "all", isMiddle: false },
  { id: "all-middle", isMiddle: true },
  { id: "state", status: frequentState, isMiddle: false },
  { id: "state-middle", status: frequentState, isMiddle: true },
  { id: "state-few", status: rareState, isMiddle: false },
];

/** Asks a handler for a page. */
export type AskPage = (params: ListTasksRequest) => Promise<ListTasksResponse>;

/** What a page says, over a handler's fetch or that of the network. @throws Error where it is refused */
export function pagesOf(fetch: (request: Request) => Promise<Response>, url = "http://127.0.0.1/"): AskPage {
  return async (params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ListTasks", params });
    const headers = { "content-type": "application/json", "a2a-version": "1.0" };
    const response = await fetch(new Request(url, { method: "POST", headers, body }));
    const text = await response.text();
    const { result }: { result?: ListTasksResponse } = JSON.parse(text);
    if (!result) throw new Error(`an answer that is no page: ${text.slice(0, 500)}`);
    return result;
  };
}

const walkSize = 100;

/** The params of a page: those in the middle are found by going there, a page after the other. */
export async function paramsOf({ status, isMiddle }: PageCase, ask: AskPage): Promise<ListTasksRequest> {
  const params: ListTasksRequest = status ? { status } : {};
  if (!isMiddle) return params;
  const { totalSize } = await ask(params);
  let pageToken = "";
  for (let passed = 0; passed + walkSize <= totalSize / 2; passed += walkSize) {
    const page = await ask(Object.assign({ pageSize: walkSize, historyLength: 0, pageToken }, params));
    if (page.tasks.length !== walkSize) throw new Error(`a page of ${page.tasks.length} tasks where ${walkSize} are right`);
    pageToken = page.nextPageToken;
  }
  return Object.assign({ pageToken }, params);
}
