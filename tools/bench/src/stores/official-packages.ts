import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { ServerModule } from "../servers/orders.js";
import type { StoreId } from "./store-id.js";

const run = promisify(execFile);

/** Bundles of what runs with them. */
type Bundled = Readonly<Partial<Record<ServerModule, string>>>;

/** The official SDK beside the drivers of its stores, in a folder of its own. */
export interface OfficialPackages {
  /** Stores whose packages could be installed. */
  readonly stores: ReadonlySet<StoreId>;
  /** The bundles, where they find them. */
  readonly files: Bundled;
  /** Makes the tables at an address, as its documents tell an operator to. */
  migrate(address: string): Promise<void>;
}

/** What is to be installed. */
export interface OfficialOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly files: Bundled;
  readonly sdkVersion: string;
  readonly stores: readonly StoreId[];
}

/** Installs with npm what the official SDK's documents name; a store whose packages cannot be had is left out, with a line that says why. */
export async function installOfficial({ folder, files, sdkVersion, stores }: OfficialOptions): Promise<OfficialPackages> {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const installed = new Set<StoreId>();
  for (const store of stores) {
    console.error(`installing the official SDK's packages for ${store} into ${folder}`);
    try {
      await install(folder, [`@a2a-js/sdk@${sdkVersion}`, ...packagesOf(store)]);
      await load(folder, store);
      installed.add(store);
    } catch (error) {
      console.error(`official: left out for ${store}, its packages cannot be installed: ${firstLine(error)}`);
    }
  }
  return {
    stores: installed,
    files: Object.fromEntries(Object.entries(files).map(([module, file]) => [module, copy(file, folder)])),
    async migrate(address) {
      await run(join(folder, "node_modules", ".bin", "a2a-db"), ["upgrade", "--url", address], { cwd: folder });
    },
  };
}

function copy(file: string, folder: string): string {
  const copied = join(folder, basename(file));
  copyFileSync(file, copied);
  return copied;
}

const drivers: Readonly<Record<StoreId, string>> = { sqlite: "better-sqlite3", postgres: "pg" };

/** As the SDK's documents have it: the newest of both need Node 22. */
export function packagesOf(store: StoreId, node: string = process.versions.node): readonly string[] {
  const isOld = Number.parseInt(node, 10) < 22;
  const versions = { sqlite: isOld ? "12" : "13", postgres: "8" };
  return [`kysely@${isOld ? "0.28" : "0.29"}`, `${drivers[store]}@${versions[store]}`];
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
}

/** A driver that was built for another Node ends the process, so that a process of its own tries it. */
async function load(folder: string, store: StoreId): Promise<void> {
  const use = store === "sqlite" ? 'new (await import("better-sqlite3")).default(":memory:").close()' : 'await import("pg")';
  await run(process.execPath, ["--input-type=module", "-e", use], { cwd: folder });
}

/** What an error says first, beyond the command that failed. */
function firstLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = "stderr" in error && typeof error.stderr === "string" ? error.stderr : "";
  return said.split("\n").find((line) => line.trim() !== "") ?? error.message.split("\n")[0] ?? "";
}
