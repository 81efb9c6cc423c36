import type { LeaseStore } from "@a2a/server";
import { numberIn } from "./database/row.js";
import { keyColumns, keyIn } from "./key-text.js";
import type { StoreParts } from "./tasks.js";

/** The rights to append: each has a token, which the append of another one is refused by. */
export function createLeases({ database, instance, schema }: Omit<StoreParts, "wakes">): LeaseStore {
  const acquire = { name: "acquire", text: `SELECT ${schema}.acquire_1($1, $2, $3, $4) AS token` };
  const release = {
    name: "release",
    text: `UPDATE ${schema}.tasks SET token = token + 1, holder = NULL WHERE tenant = $1 AND owner = $2 AND id = $3 AND token = $4`,
  };
  const adopt = { name: "adopt", text: `SELECT * FROM ${schema}.adopt_1($1, $2, $3)` };
  // The token that stands for "held".
  const heldToken = 0;

  return {
    async acquire(key) {
      const [row] = await instance.call(acquire, (me) => [me, ...keyColumns(key)]);
      if (!row || row.token === null) return undefined;
      const token = numberIn(row, "token");
      return token === heldToken ? "held" : { key, token };
    },
    async release({ key, token }) {
      await database.call(release, () => [...keyColumns(key), token]);
    },
    async adopt(limit) {
      const rows = await instance.adopt(adopt, limit);
      return rows.map((row) => ({ lease: { key: keyIn(row), token: numberIn(row, "token") }, times: numberIn(row, "adoptions") }));
    },
    onLapse(listener) {
      instance.onLapse = listener;
    },
  };
}
