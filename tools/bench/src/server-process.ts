import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import type { Order, ServerName, ServerReport } from "./servers/orders.js";

/** A server that is measured, in a process of its own. */
export interface MeasuredServer {
  readonly name: ServerName;
  readonly port: number;
  /** CPU time of its process so far, in microseconds. */
  cpuMicros(): Promise<number>;
  /** Resident memory of its process after a garbage collection, in bytes. */
  rssBytes(): Promise<number>;
  end(): Promise<void>;
  /** Ends it at once, as if its machine had failed. */
  kill(): void;
}

const running = new Set<ChildProcess>();

/** How a bundle is run. */
export interface StartOptions {
  /** Of Node. */
  readonly flags?: readonly string[];
  /** Of the program: the address of its store. */
  readonly args?: readonly string[];
}

/** Starts a bundle, which is ended where this process is interrupted. */
export function startProgram(file: string, { flags = [], args = [] }: StartOptions = {}): ChildProcess {
  const child = fork(file, args, { execArgv: ["--expose-gc", ...flags], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Starts a server from its bundle; resolves once it listens. */
export async function startServer(name: ServerName, file: string, options: StartOptions = {}): Promise<MeasuredServer> {
  const child = startProgram(file, options);
  const { port } = await nextReport(name, child);
  if (port === undefined) throw new Error(`${name} does not say where it listens`);
  const ask = (order: Order): Promise<ServerReport> => {
    const report = nextReport(name, child);
    child.send(order);
    return report;
  };
  return {
    name,
    port,
    cpuMicros: async () => (await ask("cpu")).cpuMicros ?? 0,
    rssBytes: async () => (await ask("memory")).rssBytes ?? 0,
    async end() {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
      if (child.connected) child.disconnect();
      await exited;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Ends at once what still runs, by its id. */
export function killServers(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Has an interrupt end all that runs, then what else was begun. */
export function endOnInterrupt(close: () => Promise<void> = async () => undefined): void {
  process.once("SIGINT", () => {
    killServers();
    void close().finally(() => process.exit(130));
  });
}

function nextReport(name: ServerName, child: ChildProcess): Promise<ServerReport> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`${name} ended with exit code ${code}`));
    child.once("exit", onExit);
    child.once("message", (report) => {
      child.off("exit", onExit);
      // safe: the processes are started from this folder and send nothing else
      resolve(report as ServerReport);
    });
  });
}
