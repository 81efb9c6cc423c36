// The public surface: a store for the agents of @a2a/server.

export type { PostgresStore } from "./open-postgres-store.js";
export { openPostgresStore } from "./open-postgres-store.js";
export type { PostgresStoreOptions } from "./postgres-options.js";
