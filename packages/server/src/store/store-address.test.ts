import { expect, test } from "vitest";
import { readStoreAddress } from "./store-address.js";

for (const [text, address] of [
  ["memory", { kind: "memory" }],
  ["sqlite:out/tasks.db", { kind: "sqlite", file: "out/tasks.db" }],
  ["sqlite:/a b/c:d.db", { kind: "sqlite", file: "/a b/c:d.db" }],
  ["postgres://user:word@127.0.0.1/tasks", { kind: "postgres", connectionString: "postgres://user:word@127.0.0.1/tasks" }],
  ["postgresql:///tasks?host=/run/db", { kind: "postgres", connectionString: "postgresql:///tasks?host=/run/db" }],
  ["sqlite:", undefined],
  ["mysql://127.0.0.1/tasks", undefined],
  ["postgres:tasks", undefined],
  ["", undefined],
] as const) {
  test(`${JSON.stringify(text)} is ${address ? `the address of a store, ${address.kind}` : "no address of a store"}`, () => {
    expect(readStoreAddress(text)).toEqual(address);
  });
}
