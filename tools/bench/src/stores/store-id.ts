/** A store that is compared with memory. */
export type StoreId = "sqlite" | "postgres";

/** Reads what `--store` says. @throws TypeError for another store */
export function readStoreIds(text: string): readonly StoreId[] {
  return [...new Set(text.split(","))].map((id) => {
    if (id !== "sqlite" && id !== "postgres") throw new TypeError(`--store takes sqlite and postgres, not ${id}`);
    return id;
  });
}
