import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { median } from "../report/median.js";

const times = 200;

/** Milliseconds until the disk under a folder has 4 KiB that were written behind what it has: what every durable store waits for. */
export function measureFdatasync(folder: string): number {
  const path = join(folder, "fdatasync");
  const file = openSync(path, "w");
  try {
    const bytes = Buffer.alloc(4096, 1);
    return median(
      Array.from({ length: times }, (_, at) => {
        const start = performance.now();
        writeSync(file, bytes, 0, bytes.length, at * bytes.length);
        fdatasyncSync(file);
        return performance.now() - start;
      }),
    );
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
