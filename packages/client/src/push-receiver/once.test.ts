import { describe, expect, test } from "vitest";
import type { Once } from "./once.js";
import { createOnce } from "./once.js";
import type { ReplayOptions } from "./replay.js";
import { completeReplayOptions } from "./replay.js";

const ignore = (): void => undefined;

function once(options: ReplayOptions = {}): Once {
  return createOnce(completeReplayOptions(options, 0), { warn: ignore, error: ignore });
}

/** Something that is done when the test says so, and how often it was begun. */
function deed(): { act(): Promise<void>; settle(error?: Error): void; begun: number } {
  let resolve: () => void = ignore;
  let reject: (error: Error) => void = ignore;
  const promise = new Promise<void>((...both) => ([resolve, reject] = both));
  const one = {
    begun: 0,
    act() {
      one.begun += 1;
      return promise;
    },
    settle: (error?: Error) => (error ? reject(error) : resolve()),
  };
  return one;
}

describe("what comes again while it is being done", () => {
  for (const [name, again] of [
    ["under the same key", ["a"]],
    ["under one of its keys", ["b", "c"]],
  ] as const) {
    test(`${name} waits for it`, async () => {
      const doOnce = once();
      const [first, other] = [deed(), deed()];
      let isOver = false;
      const one = doOnce(["a", "b"], first.act);
      const two = doOnce(again, other.act).then(() => (isOver = true));
      await Promise.resolve();
      expect(isOver).toBe(false);
      first.settle();
      await Promise.all([one, two]);
      expect([first.begun, other.begun]).toEqual([1, 0]);
    });
  }

  test("fails with it, and may come again", async () => {
    const doOnce = once();
    const [first, other] = [deed(), deed()];
    const outcomes = Promise.allSettled([doOnce(["a"], first.act), doOnce(["a"], other.act)]);
    first.settle(new Error("not now"));
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    other.settle();
    await doOnce(["a"], other.act);
    expect(other.begun).toBe(1);
  });
});

test("where nothing is to be remembered, all is done", async () => {
  const doOnce = once({ windowMs: 0 });
  const one = deed();
  const both = [doOnce(["a"], one.act), doOnce(["a"], one.act)];
  one.settle();
  await Promise.all(both);
  expect(one.begun).toBe(2);
});

test("what has no key is done every time", async () => {
  const doOnce = once();
  const one = deed();
  one.settle();
  await doOnce([], one.act);
  await doOnce([], one.act);
  expect(one.begun).toBe(2);
});
