import { LazyAbort } from "@a2a/server/internal";
import { expect, test } from "vitest";
import { Wakes } from "./wakes.js";

const key = { tenant: "", owner: "", id: "t" };

test("a change while the last number is looked up is not missed", async () => {
  const wakes = new Wakes();
  const ending = new LazyAbort();
  let number = 1;
  let change: (() => void) | undefined;
  const last = async (): Promise<number> => {
    const found = number;
    await null;
    change?.();
    change = undefined;
    return found;
  };
  const reader = wakes.follow(key, ending, last);
  expect(await reader.next()).toEqual({ done: false, value: 1 });
  change = () => {
    number = 2;
    wakes.tell(key);
  };
  const next = reader.next();
  // Whoever missed it would wait until now.
  setImmediate(() => ending.abort("enough"));
  expect(await next).toEqual({ done: false, value: 2 });
});

test("whoever looks while the store is closed is told that it is over", async () => {
  const wakes = new Wakes();
  const reader = wakes.follow(key, new LazyAbort(), async () => {
    wakes.close();
    return 1;
  });
  expect((await reader.next()).done).toBe(true);
});
