import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";

/** A PostgreSQL server of one's own, thrown away afterwards. */
export interface Cluster {
  readonly host: string;
  readonly port: number;
  /** Address of a database of it, in which everything is allowed. */
  readonly url: string;
  /** Ends the server as `pg_ctl` would, and starts it again where it was. */
  restart(how: "fast" | "immediate", whileDown?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** What a cluster is to be like. */
export interface ClusterOptions {
  /** Waits for the disk, as a server that is not for tests does; default false. */
  readonly fsync?: boolean;
}

/** The folder with PostgreSQL's programs: that of POSTGRES_BIN, else one in PATH, else Debian's newest. Without one says how to get it. */
export function findPostgres(): string | undefined {
  const { POSTGRES_BIN: named, PATH: path = "" } = process.env;
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = named ? [named] : [...path.split(delimiter), ...versions.map((version) => join(debian, version, "bin"))];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
  if (found === undefined) {
    const missing = named ? `POSTGRES_BIN is ${named}, and initdb is not there` : "initdb is neither in PATH nor in /usr/lib/postgresql";
    process.stderr.write(`\nSKIPPED: what needs PostgreSQL. ${missing}. Try: apt-get install postgresql, or set POSTGRES_BIN.\n\n`);
  }
  return found;
}

/** Makes a cluster in a temporary folder and starts it, on this machine only. As root, it is made and run by the user `postgres`. */
export async function startCluster(bin: string, { fsync = false }: ClusterOptions = {}): Promise<Cluster> {
  const owner = ownerOfServers();
  const folder = mkdtempSync(join(tmpdir(), "a2a-postgres-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (owner) for (const each of [folder, data]) chownSync(each, owner.uid, owner.gid);
  // A PATH may lead to links; the programs look for their libraries beside themselves.
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], {
    ...owner,
    cwd: folder,
    stdio: "ignore",
  });
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: fsync ? "on" : "off",
  };
  const args = ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const start = (): Promise<ChildProcess> =>
    started(spawn(join(bin, "postgres"), args, { ...owner, cwd: folder, stdio: ["ignore", "ignore", "pipe"] }));

  let server = await start();
  const end = (signal: "SIGINT" | "SIGQUIT"): Promise<void> => ended(server, signal);
  return {
    host: "127.0.0.1",
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart(how, whileDown) {
      await end(how === "fast" ? "SIGINT" : "SIGQUIT");
      await whileDown?.();
      server = await start();
    },
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whom the server runs as: PostgreSQL refuses to be run by root. */
function ownerOfServers(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function started(server: ChildProcess): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${said.join("\n")}`)));
    server.once("error", reject);
    if (!server.stderr) throw new TypeError("the server's log is not read");
    createInterface(server.stderr).on("line", (line) => {
      if (said.length < 100) said.push(line);
      if (line.includes("database system is ready to accept connections")) resolve(server);
    });
  });
}

function ended(server: ChildProcess, signal: "SIGINT" | "SIGQUIT"): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve();
    server.once("exit", () => resolve());
    server.kill(signal);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
