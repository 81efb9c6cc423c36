import type { SqliteConnection, SqliteDriver } from "@a2a/sqlite";
import { loadDriver } from "../src/driver/load-driver.js";

/** Changes a file behind the back of its store. */
export async function tamper(file: string, sql: string): Promise<void> {
  const connection = (await loadDriver()).open(file);
  connection.exec("PRAGMA busy_timeout = 5000");
  connection.exec(sql);
  connection.close();
}

/** The driver at hand, with something said to each connection that it opens. */
export async function driverWith(onOpen: (connection: SqliteConnection) => void): Promise<SqliteDriver> {
  const driver = await loadDriver();
  return {
    open(file) {
      const connection = driver.open(file);
      onOpen(connection);
      return connection;
    },
  };
}
