import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureLists } from "./lists/measure-lists.js";
import type { MeasureOptions } from "./measure-rows.js";
import { chooseRows, measureRows } from "./measure-rows.js";
import { short } from "./report/judge.js";
import type { Measured } from "./report/table.js";
import type { Row } from "./rows/row.js";
import type { StoreTools } from "./rows/store-rows.js";
import { storeRows } from "./rows/store-rows.js";
import { endOnInterrupt } from "./server-process.js";
import type { ServerModule } from "./servers/orders.js";
import { storeNames } from "./servers/orders.js";
import { measureFdatasync } from "./stores/measure-fdatasync.js";
import type { OfficialPackages } from "./stores/official-packages.js";
import { installOfficial } from "./stores/official-packages.js";
import type { StoreId } from "./stores/store-id.js";
import type { StorePlaces } from "./stores/store-places.js";
import { openStorePlaces } from "./stores/store-places.js";

/** What is compared, and how thoroughly. */
export interface CompareStoresOptions extends MeasureOptions {
  readonly stores: readonly StoreId[];
  /** Tasks of a long list. */
  readonly tasks: number;
  /** The official SDK's version that is installed beside the drivers of its stores. */
  readonly sdkVersion: string;
}

/** The servers and programs that a comparison of stores takes. */
export const storeModules: readonly ServerModule[] = ["ours", "ours-stored", "official-stored", "lists", "official-lists"];

/** Measures what durability costs, and prints a table: this server with each store beside itself in memory and beside the official SDK with its own. */
export async function compareStores(options: CompareStoresOptions): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "a2a-bench-stores-"));
  let places: StorePlaces | undefined;
  const close = async (): Promise<void> => {
    await places?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  endOnInterrupt(close);
  try {
    places = await openStorePlaces(options.stores, folder);
    return await measure(options, { folder, places });
  } finally {
    await close();
  }
}

interface Found {
  readonly folder: string;
  readonly places: StorePlaces;
}

async function measure(
  { tasks, sdkVersion, stores: _, ...options }: CompareStoresOptions,
  { folder, places }: Found,
): Promise<readonly Measured[]> {
  if (places.stores.length === 0) throw new TypeError("none of the stores can be had on this machine");
  let official: OfficialPackages | undefined;
  const files = () => ({ ...options.files, ...official?.files });
  const makePlace = async (store: StoreId, module: ServerModule): Promise<string> => {
    const address = await places.make(store);
    if (isOfficial(module)) await official?.migrate(address);
    return address;
  };
  const timesOf = onceForEach(async (store, module) => {
    const file = files()[module];
    if (file === undefined) throw new TypeError(`${module} is not bundled`);
    return measureLists({ file, addresses: [await makePlace(store, module), await makePlace(store, module)], tasks });
  });
  const all = places.stores.flatMap((store) => storeRows(store, { tasks, timesOf, makePlace: () => makePlace(store, "ours-stored") }));
  const chosen = chooseRows(all, options.only);
  if (options.profiles === undefined) official = await officialFor(chosen, { folder, sdkVersion, files: options.files });
  const comparison = {
    rows: all.map((row) => (row.store && official?.stores.has(row.store) ? row : withoutOfficial(row))),
    names: storeNames,
    remarks: [
      ...(places.stores.includes("sqlite") ? [`SQLite by ${driverOfSqlite()}`] : []),
      `fdatasync of 4 KiB takes ${short(measureFdatasync(folder))} ms`,
    ],
    makePlace: async ({ store }: Row, module: ServerModule) => (!store || module === "ours" ? undefined : makePlace(store, module)),
  };
  return measureRows(comparison, { ...options, files: files() });
}

/** What the store takes where nothing else is said. */
function driverOfSqlite(): string {
  return process.getBuiltinModule?.("node:sqlite") === undefined ? "libsql" : "node:sqlite";
}

function isOfficial(module: ServerModule): boolean {
  return module === "official-stored" || module === "official-lists";
}

interface Installing {
  readonly folder: string;
  readonly sdkVersion: string;
  readonly files: MeasureOptions["files"];
}

/** What the rows take of the official SDK's packages, which may be minutes of compiling; undefined where none of them has a place for it. */
async function officialFor(rows: readonly Row[], { folder, sdkVersion, files }: Installing): Promise<OfficialPackages | undefined> {
  const stores = [...new Set(rows.flatMap(({ store, modules }) => (store && modules?.official ? [store] : [])))];
  if (stores.length === 0) return undefined;
  const own = join(folder, "official");
  mkdirSync(own);
  const theirs = Object.fromEntries(Object.entries(files).filter(([module]) => module.startsWith("official-")));
  return installOfficial({ folder: own, files: theirs, sdkVersion, stores });
}

function withoutOfficial(row: Row): Row {
  const { official: _, ...modules } = row.modules ?? {};
  return { ...row, modules };
}

type TimesOf = StoreTools["timesOf"];

function onceForEach(act: TimesOf): TimesOf {
  const known = new Map<string, ReturnType<TimesOf>>();
  return (store, module) => {
    const name = `${store} ${module}`;
    const found = known.get(name) ?? act(store, module);
    known.set(name, found);
    return found;
  };
}
