import type { PageId } from "../lists/list-pages.js";
import type { PageTimes } from "../lists/lists-report.js";
import { short } from "../report/judge.js";
import type { ServerModule, ServerName } from "../servers/orders.js";
import { storeNames } from "../servers/orders.js";
import type { StoreId } from "../stores/store-id.js";
import { measureThroughput } from "./rounds.js";
import type { Cell, Cells, Row, Target } from "./row.js";
import { loadChunks } from "./stream-rows.js";
import { takeoverRow } from "./takeover-row.js";
import { send10, sendRow } from "./unary-rows.js";

/** What the rows about stores are measured with besides servers. */
export interface StoreTools {
  /** Tasks of a long list. */
  readonly tasks: number;
  /** Times pages of lists: once for each store and module, however many rows ask. */
  timesOf(store: StoreId, module: ServerModule): Promise<readonly PageTimes[]>;
  /** Address of an empty place. */
  makePlace(store: StoreId): Promise<string>;
}

const names: Readonly<Record<StoreId, string>> = { sqlite: "SQLite", postgres: "PostgreSQL" };

const listModules = { ours: "lists", official: "official-lists" } as const;

const modules = { ours: "ours-stored", memory: "ours", official: "official-stored" } as const;

// What a page takes does not grow with the list, but for what the machine's caches no longer hold.
const maxGrowth = 1.5;

const sendTargets: Readonly<Record<StoreId, readonly Target[]>> = {
  sqlite: [{ against: "memory", atLeast: 0.35 }, { against: "official" }],
  postgres: [{ against: "memory" }, { against: "official" }],
};

interface Page {
  readonly page: PageId;
  readonly what: string;
  readonly modules: NonNullable<Row["modules"]>;
  readonly note?: string;
}

const far = {
  modules: { ours: "lists" },
  note: "the official SDK counts the list for each page: to go to the middle of a million would take it hours",
} as const;

const pages: readonly Page[] = [
  { page: "all", what: "the first page", modules: listModules },
  { page: "all-middle", what: "a page in the middle", ...far },
  { page: "state", what: "the first page of a state that half of them have", modules: listModules },
  { page: "state-middle", what: "a page in the middle of that state", ...far },
  { page: "state-few", what: "the page of a state that ten have", modules: listModules },
];

/** The rows of a store. */
export function storeRows(store: StoreId, tools: StoreTools): readonly Row[] {
  return [
    sendRow(
      { id: `${store}-send`, what: `SendMessage 1.0 with ${names[store]}`, targets: sendTargets[store], modules, store },
      { request: send10, completed: "TASK_STATE_COMPLETED", servers: storeNames },
    ),
    {
      id: `${store}-streams`,
      what: `16 streams of 500 chunks with ${names[store]}`,
      unit: "events/s",
      note: "one round of the official SDK, which stores the whole task with each event",
      targets: [{ against: "memory" }, { against: "official" }],
      modules,
      store,
      measure: (context) =>
        measureThroughput(context, {
          servers: storeNames,
          slow: "official",
          prepare: async (server) => (ms) => loadChunks(server, { chunks: 500, connections: 16, ms }),
        }),
    },
    ...pages.map((page) => listRow(page, store, tools)),
    ...(store === "postgres" ? [takeoverRow(() => tools.makePlace(store))] : []),
  ];
}

function listRow({ page, what, ...facts }: Page, store: StoreId, { tasks, timesOf }: StoreTools): Row {
  return {
    ...facts,
    id: `${store}-list-${page}`,
    what: `ListTasks with ${names[store]}, ${what}`,
    unit: `time of ${tasks} tasks : 1000 tasks`,
    targets: [{ atMost: maxGrowth }],
    store,
    async measure({ names }): Promise<Cells> {
      const cells: Partial<Record<ServerName, Cell>> = {};
      for (const name of names) {
        if (name !== "ours" && name !== "official") continue;
        const times = (await timesOf(store, listModules[name])).find(({ id }) => id === page);
        if (!times) continue;
        const { shortMs, longMs } = times;
        cells[name] = { value: longMs / shortMs, from: `${short(longMs)} : ${short(shortMs)} ms` };
      }
      return cells;
    },
  };
}
