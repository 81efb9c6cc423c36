import { readdirSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import type { CpuProfile } from "./report/summarize-profile.js";
import { summarizeProfile } from "./report/summarize-profile.js";
import type { Measured } from "./report/table.js";
import { formatTable } from "./report/table.js";
import type { Row, RowContext } from "./rows/row.js";
import { killServers, startServer } from "./server-process.js";
import type { ServerModule, ServerName } from "./servers/orders.js";
import { serverModules } from "./servers/orders.js";

/** How thoroughly is measured, and what of it. */
export interface MeasureOptions {
  /** Bundle of each server that takes part. */
  readonly files: Readonly<Partial<Record<ServerModule, string>>>;
  /** Id of the only row to measure; absent for all. */
  readonly only?: string;
  readonly rounds: number;
  readonly roundMs: number;
  /** Directory for CPU profiles; with it our server runs alone. */
  readonly profiles?: string;
}

/** What is measured. */
export interface Comparison {
  readonly rows: readonly Row[];
  readonly names: readonly ServerName[];
  /** What the table's head says besides. */
  readonly remarks?: readonly string[];
  /** Address of an empty place for the store of a server; undefined where it has none. */
  makePlace?(row: Row, module: ServerModule): Promise<string | undefined>;
}

/** The row that is asked for, or all. @throws TypeError where there is no such row */
export function chooseRows(rows: readonly Row[], only: string | undefined): readonly Row[] {
  const chosen = rows.filter(({ id }) => only === undefined || id === only);
  if (chosen.length === 0) throw new TypeError(`--only takes one of ${rows.map(({ id }) => id).join(", ")}, not ${only}`);
  return chosen;
}

/** Measures the servers side by side and prints a table. */
export async function measureRows(comparison: Comparison, { files, only, profiles, ...how }: MeasureOptions): Promise<readonly Measured[]> {
  const { rows, names, remarks = [], makePlace } = comparison;
  const chosen = chooseRows(rows, only);
  const bundles = profiles === undefined ? [] : profiled(chosen, files);
  const [busy = 0] = loadavg();
  if (busy > 0.5) console.error(`the machine is busy already (load ${busy.toFixed(1)}): shares of the floor by the clock will be wrong`);
  const flags = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
  const contextOf = (row: Row): RowContext => ({
    ...how,
    names: names.filter((name) => (row.modules ? row.modules[name] : true) && (profiles === undefined || name === "ours")),
    async start(name, address) {
      const module = row.modules ? row.modules[name] : serverModules.find((each) => each === name);
      const file = module && files[module];
      if (!module || file === undefined) throw new TypeError(`no server is ${name}`);
      const place = address ?? (await makePlace?.(row, module));
      return startServer(name, file, { flags, args: place === undefined ? [] : [place] });
    },
  });
  const measured: Measured[] = [];
  try {
    for (const row of chosen) {
      console.error(`measuring ${row.what}`);
      measured.push({ row, cells: await row.measure(contextOf(row)) });
    }
    if (profiles !== undefined) for (const file of bundles) printProfiles(profiles, file);
    return measured;
  } finally {
    // What took an hour is told also where the last row fails.
    if (measured.length > 0) console.log(`${[header(how), ...remarks].join("; ")}\n\n${formatTable(measured, names)}`);
    killServers();
  }
}

/** The bundles of the servers that were profiled. Each profile is told by the names of one: several would be told by wrong ones. */
function profiled(chosen: readonly Row[], files: MeasureOptions["files"]): string[] {
  const modules = new Set(chosen.map(({ modules }) => modules?.ours ?? "ours"));
  if (modules.size > 1) throw new TypeError("--cpu-prof takes rows of one server: name one with --only");
  return [...modules].flatMap((module) => files[module] ?? []);
}

function header({ rounds, roundMs }: Pick<MeasureOptions, "rounds" | "roundMs">): string {
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
