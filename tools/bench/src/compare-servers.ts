import { readdirSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import type { CpuProfile } from "./report/summarize-profile.js";
import { summarizeProfile } from "./report/summarize-profile.js";
import type { Measured } from "./report/table.js";
import { formatTable } from "./report/table.js";
import type { BindingId } from "./rows/binding-rows.js";
import { bindingRows } from "./rows/binding-rows.js";
import { memoryRows } from "./rows/memory-rows.js";
import type { Row, RowContext } from "./rows/row.js";
import { startRow } from "./rows/start-row.js";
import { streamRows } from "./rows/stream-rows.js";
import { unaryRows } from "./rows/unary-rows.js";
import { killServers, startServer } from "./server-process.js";
import type { ServerModule } from "./servers/orders.js";
import { bindingNames, serverModules, serverNames } from "./servers/orders.js";

/** What is compared, and how thoroughly. */
export interface CompareOptions {
  /** Bundle of each server that takes part. */
  readonly files: Readonly<Partial<Record<ServerModule, string>>>;
  /** Id of the only row to measure; absent for all. */
  readonly only?: string;
  /** The bindings to compare; absent for JSON-RPC beside other servers. */
  readonly bindings?: readonly BindingId[];
  readonly rounds: number;
  readonly roundMs: number;
  /** Directory for CPU profiles; with it our server runs alone. */
  readonly profiles?: string;
}

const rows: readonly Row[] = [...unaryRows, ...streamRows, ...memoryRows, startRow];

/** The servers that a comparison takes. */
export function modulesOf(bindings: readonly BindingId[] | undefined): readonly ServerModule[] {
  if (!bindings) return serverNames;
  return [...new Set(rowsOf(bindings).flatMap(({ modules }) => Object.values(modules ?? {})))];
}

function rowsOf(bindings: readonly BindingId[] | undefined): readonly Row[] {
  return bindings ? bindings.flatMap((binding) => bindingRows[binding]) : rows;
}

/** Measures the servers side by side and prints a table. */
export async function compareServers({ files, only, bindings, profiles, ...how }: CompareOptions): Promise<readonly Measured[]> {
  const all = rowsOf(bindings);
  const chosen = all.filter(({ id }) => only === undefined || id === only);
  if (chosen.length === 0) throw new TypeError(`--only takes one of ${all.map(({ id }) => id).join(", ")}, not ${only}`);
  process.once("SIGINT", () => {
    killServers();
    process.exit(130);
  });
  const [busy = 0] = loadavg();
  if (busy > 0.5) console.error(`the machine is busy already (load ${busy.toFixed(1)}): shares of the floor by the clock will be wrong`);
  const flags = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
  const names = bindings ? bindingNames : serverNames;
  const contextOf = ({ modules }: Row): RowContext => ({
    ...how,
    names: profiles === undefined ? names : ["ours"],
    start(name) {
      const module = modules?.[name] ?? serverModules.find((each) => each === name);
      const file = module && files[module];
      if (file === undefined) throw new TypeError(`no server is ${name}`);
      return startServer(name, file, flags);
    },
  });
  try {
    const measured: Measured[] = [];
    for (const row of chosen) {
      console.error(`measuring ${row.what}`);
      measured.push({ row, cells: await row.measure(contextOf(row)) });
    }
    if (profiles !== undefined) for (const file of profiled(chosen, files)) printProfiles(profiles, file);
    console.log(`${header(how)}\n\n${formatTable(measured, names)}`);
    return measured;
  } finally {
    killServers();
  }
}

/** The bundles of the servers that were profiled. Each profile is told by the names of one: several would be told by wrong ones. */
function profiled(chosen: readonly Row[], files: CompareOptions["files"]): string[] {
  const modules = new Set(chosen.map(({ modules }) => modules?.ours ?? "ours"));
  if (modules.size > 1) throw new TypeError("--cpu-prof takes one binding at a time");
  return [...modules].flatMap((module) => files[module] ?? []);
}

function header({ rounds, roundMs }: Pick<CompareOptions, "rounds" | "roundMs">): string {
  const [first, ...others] = cpus();
  const machine = `${first?.model ?? "unknown CPU"}, ${others.length + 1} cores, Node ${process.versions.node}`;
  const how = `medians of ${rounds} interleaved rounds of ${roundMs / 1000} s, server CPU time for each request or event in brackets`;
  return `${new Date().toISOString().slice(0, 10)}, ${machine}; ${how}`;
}

function printProfiles(directory: string, bundle: string): void {
  const text = readFileSync(bundle, "utf8");
  for (const file of readdirSync(directory).filter((name) => name.endsWith(".cpuprofile"))) {
    // safe: node wrote it
    const profile = JSON.parse(readFileSync(join(directory, file), "utf8")) as CpuProfile;
    console.log(`${join(directory, file)}\n${summarizeProfile(profile, text).join("\n")}\n`);
  }
}
