import { urlOf } from "@a2a/core/internal";

/** Where tasks are kept, as an environment says it. */
export type StoreAddress =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly file: string }
  | { readonly kind: "postgres"; readonly connectionString: string };

/** How the address of a store is written, for whoever has written another. */
export const storeAddresses = "memory, sqlite:FILE or postgres://…";

/** Reads the address of a store; undefined where it is none. */
export function readStoreAddress(text: string): StoreAddress | undefined {
  if (text === "memory") return { kind: "memory" };
  const [, file] = /^sqlite:(.+)$/.exec(text) ?? [];
  if (file !== undefined) return { kind: "sqlite", file };
  return /^postgres(?:ql)?:\/\//.test(text) && urlOf(text) ? { kind: "postgres", connectionString: text } : undefined;
}
