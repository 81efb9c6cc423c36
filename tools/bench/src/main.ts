// `npm run bench`

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundle, linkPackage } from "./bundle.js";
import { importAsShipped } from "./import-as-shipped.js";
import { readStoreIds } from "./stores/store-id.js";

const usage = `usage: npm run bench -- [options]

  without options    this server beside the official SDK's and a bare node:http one: a table in Markdown
  --binding LIST     rest, grpc or rest,grpc instead: this server and the official SDK's over them, beside this one over JSON-RPC
  --store LIST       sqlite, postgres or sqlite,postgres instead: this server with its durable stores, beside itself in memory and beside the
                     official SDK with its own, whose packages are installed into a temporary folder
  --tasks N          tasks of the long lists there, default 1000000
  --only ROW         one row of it
  --rounds N         rounds of each server, default 3
  --seconds S        seconds of each round, default 1.5
  --json FILE        what was measured, as JSON
  --cpu-prof         our server alone, with CPU profiles in out/bench/
  --validate         nanoseconds per validation beside JSON.parse of the same text; exits 1 where it is more than 8 % of that`;

const options = {
  binding: { type: "string" },
  store: { type: "string" },
  tasks: { type: "string", default: "1000000" },
  only: { type: "string" },
  rounds: { type: "string", default: "3" },
  seconds: { type: "string", default: "1.5" },
  json: { type: "string" },
  "cpu-prof": { type: "boolean", default: false },
  validate: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

try {
  await main(parseArgs({ options }).values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(flags: Flags): Promise<void> {
  if (flags.help) console.log(usage);
  else if (flags.validate) {
    const { printValidateTable } = await importAsShipped("./validate-table.ts");
    if (typeof printValidateTable === "function" && !printValidateTable()) process.exitCode = 1;
  } else await compare(flags);
}

async function compare(flags: Flags): Promise<void> {
  const rounds = positive("--rounds", flags.rounds);
  const roundMs = positive("--seconds", flags.seconds) * 1000;
  const profiles = flags["cpu-prof"] ? fileURLToPath(new URL("../../../out/bench", import.meta.url)) : undefined;
  if (profiles !== undefined) {
    rmSync(profiles, { recursive: true, force: true });
    mkdirSync(profiles, { recursive: true });
  }
  const how = { only: flags.only, rounds, roundMs, profiles };
  const measured = await (flags.store === undefined ? compareOthers(flags, how) : compareDurable(flags.store, flags, how));
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(measured, null, 2)}\n`);
}

async function compareOthers(flags: Flags, how: object): Promise<unknown> {
  const { compareServers, modulesOf } = await importAsShipped("./compare-servers.ts");
  if (typeof compareServers !== "function" || typeof modulesOf !== "function") throw new TypeError("compare-servers.ts has changed");
  const bindings = flags.binding?.split(",").map(binding);
  return compareServers({ ...how, files: await bundled(modulesOf(bindings)), bindings });
}

async function compareDurable(text: string, flags: Flags, how: object): Promise<unknown> {
  const stores = readStoreIds(text);
  const tasks = Number(flags.tasks);
  if (!Number.isSafeInteger(tasks) || tasks < 1000)
    throw new TypeError(`--tasks takes a whole number of at least 1000, not ${flags.tasks}`);
  const { compareStores, storeModules } = await importAsShipped("./compare-stores.ts");
  if (typeof compareStores !== "function" || !Array.isArray(storeModules)) throw new TypeError("compare-stores.ts has changed");
  const files = await bundled(storeModules);
  return compareStores({ ...how, files, stores, tasks, sdkVersion: sdkVersion() });
}

async function bundled(modules: readonly string[]): Promise<Record<string, string | undefined>> {
  const servers = await bundle(modules.map((module) => `./servers/${module}.ts`));
  process.once("exit", servers.remove);
  // SQLite for a Node that has none.
  if (modules.includes("ours-stored")) linkPackage(servers, "libsql");
  return Object.fromEntries(modules.map((module, at) => [module, servers.files[at]]));
}

/** The version of the official SDK that everything else is measured with. */
function sdkVersion(): string {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return devDependencies["@a2a-js/sdk"] ?? "latest";
}

function binding(text: string): string {
  if (text !== "rest" && text !== "grpc") throw new TypeError(`--binding takes rest and grpc, not ${text}`);
  return text;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new TypeError(`${name} takes a number above 0, not ${text}`);
  return value;
}
