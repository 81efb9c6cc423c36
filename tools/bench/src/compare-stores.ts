import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageTimes } from "./lists/lists-report.js";
import { measureLists } from "./lists/measure-lists.js";
import type { MeasureOptions } from "./measure-rows.js";
import { chooseRows, measureRows } from "./measure-rows.js";
import { short } from "./report/judge.js";
import type { Measured } from "./report/table.js";
import type { Row } from "./rows/row.js";
import { storeRows } from "./rows/store-rows.js";
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
export const storeModules: readonly ServerModule[] = ["ours", "ours-stored", "official-stored", "lists"];

/** Measures what durability costs, and prints a table: this server with each store beside itself in memory and beside the official SDK with its own. */
export async function compareStores(options: CompareStoresOptions): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "a2a-bench-stores-"));
  let places: StorePlaces | undefined;
  const close = async (): Promise<void> => {
    await places?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    places = await openStorePlaces(options.stores, folder);
    return await measure(options, { folder, places, close });
  } finally {
    await close();
  }
}

interface Found {
  readonly folder: string;
  readonly places: StorePlaces;
  readonly close: () => Promise<void>;
}

async function measure(
  { tasks, sdkVersion, stores: _, ...options }: CompareStoresOptions,
  { folder, places, close }: Found,
): Promise<readonly Measured[]> {
  if (places.stores.length === 0) throw new TypeError("none of the stores can be had on this machine");
  const { files } = options;
  const makePlace = places.make;
  const timesOf = onceForEach(async (store) => {
    const addresses = [await makePlace(store), await makePlace(store)] as const;
    return measureLists({ file: given(files.lists), addresses, tasks });
  });
  const all = places.stores.flatMap((store) => storeRows(store, { tasks, makePlace, timesOf }));
  const official = await officialFor(chooseRows(all, options.only), { folder, sdkVersion, file: given(files["official-stored"]) });
  const rows = all.map((row) => (row.store && official?.stores.has(row.store) ? row : withoutOfficial(row)));
  const comparison = {
    rows,
    names: storeNames,
    remarks: [`fdatasync of 4 KiB takes ${short(measureFdatasync(folder))} ms`],
    close,
    async makePlace({ store }: Row, module: ServerModule) {
      if (!store || module === "ours") return undefined;
      const address = await makePlace(store);
      if (module === "official-stored") await official?.migrate(address);
      return address;
    },
  };
  return measureRows(comparison, { ...options, files: { ...files, ...(official && { "official-stored": official.file }) } });
}

interface Installing {
  readonly folder: string;
  readonly sdkVersion: string;
  readonly file: string;
}

/** What the rows take of the official SDK's packages, which may be minutes of compiling; undefined where none of them has a place for it. */
async function officialFor(rows: readonly Row[], { folder, sdkVersion, file }: Installing): Promise<OfficialPackages | undefined> {
  const stores = [...new Set(rows.flatMap(({ store, modules }) => (store && modules?.official ? [store] : [])))];
  if (stores.length === 0) return undefined;
  const own = join(folder, "official");
  mkdirSync(own);
  return installOfficial({ folder: own, file, sdkVersion, stores });
}

function withoutOfficial(row: Row): Row {
  const { official: _, ...modules } = row.modules ?? {};
  return { ...row, modules };
}

function onceForEach(act: (store: StoreId) => Promise<readonly PageTimes[]>): (store: StoreId) => Promise<readonly PageTimes[]> {
  const known = new Map<StoreId, Promise<readonly PageTimes[]>>();
  return (store) => {
    const found = known.get(store) ?? act(store);
    known.set(store, found);
    return found;
  };
}

function given(file: string | undefined): string {
  if (file === undefined) throw new TypeError("a program that is measured was not bundled");
  return file;
}
