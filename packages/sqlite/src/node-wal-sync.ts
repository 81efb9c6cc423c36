import { open } from "node:fs/promises";
import { toLocalError } from "./storage-error.js";

/** A file's write-ahead log, to be brought to the disk. */
export interface WalSync {
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the write-ahead log of a database that is open. It is the same file as long as the database is. */
export async function openWalSync(file: string): Promise<WalSync> {
  try {
    const handle = await open(`${file}-wal`, "r+");
    return {
      async sync() {
        try {
          await handle.datasync();
        } catch (error) {
          throw toLocalError(error, `SQLite file ${file}`);
        }
      },
      close: () => handle.close(),
    };
  } catch (error) {
    throw toLocalError(error, `SQLite file ${file}`);
  }
}
