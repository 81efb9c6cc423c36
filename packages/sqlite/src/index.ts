// The public surface: an SQLite file as the store of an agent.

export type { SqliteConnection, SqliteDriver, SqliteDriverName, SqliteStatement, SqlRow, SqlValue } from "./driver/driver.js";
export { openSqliteStore } from "./open-sqlite-store.js";
export type { SqliteStoreOptions } from "./options.js";
export type { SqliteStore } from "./sqlite-store.js";
