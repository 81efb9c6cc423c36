import { expect, test } from "vitest";
import { storeRows } from "./store-rows.js";

const tools = {
  tasks: 20_000,
  makePlace: async () => "",
  timesOf: async () => [{ id: "all", shortMs: 2, longMs: 3 } as const],
};

test("a list's row tells how much longer a page takes of the long list, for each server that takes part", async () => {
  const row = storeRows("sqlite", tools).find(({ id }) => id === "sqlite-list-all");
  const start = () => expect.fail("lists are measured without servers");
  expect(row?.unit).toBe("time of 20000 tasks : 1000 tasks");
  expect(await row?.measure({ names: ["ours"], rounds: 1, roundMs: 1, start })).toEqual({
    ours: { value: 1.5, from: "3.00 : 2.00 ms" },
  });
});

test("takeover is measured where processes share a store", () => {
  const idsOf = (store: "sqlite" | "postgres") => storeRows(store, tools).map(({ id }) => id);
  expect(idsOf("postgres")).toContain("postgres-takeover");
  expect(idsOf("sqlite").map((id) => id.replace("sqlite", "postgres"))).toEqual(idsOf("postgres").slice(0, -1));
});
