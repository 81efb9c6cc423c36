import { createMemoryStore } from "@a2a/server";
import { storeContract } from "@a2a/server/store-contract";
import { describe, test } from "vitest";

describe("the store in memory", () => {
  for (const { name, run } of storeContract(() => ({ open: createMemoryStore }), { instances: "one" })) test(name, run);
});
