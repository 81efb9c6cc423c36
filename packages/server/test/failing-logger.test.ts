import type { Logger } from "@a2a/server";
import { expect, test } from "vitest";
import { call, say } from "./rpc.js";
import { openFetch } from "./subjects.js";

function fail(): never {
  throw new Error("the disk is full");
}

const failing: Logger = { debug: fail, info: fail, warn: fail, error: fail, isLevelEnabled: fail };

test("a logger that throws changes no answer", async () => {
  const agent = { card: { name: "Thrower" }, run: async () => Promise.reject(new Error("secret")) };
  const served = await openFetch(agent, { logger: failing });
  const { result } = await call(served, "SendMessage", { message: say("hi") });
  expect(result).toMatchObject({ task: { status: { state: "TASK_STATE_FAILED" } } });
});

test("a logger that throws lets an authenticate that throws be an internal error", async () => {
  const agent = { card: { name: "Closed" }, run: async () => "never" };
  const served = await openFetch(agent, { logger: failing, authenticate: fail });
  expect((await call(served, "SendMessage", { message: say("hi") })).error).toMatchObject({ code: -32603, message: "Internal error" });
});
