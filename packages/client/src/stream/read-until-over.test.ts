import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Frame } from "../transport/transport.js";
import { readUntilOver } from "./read-until-over.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const frame = (id: string): Frame => ({ events: [], id, isLast: false });

/** A stream that says its frames and then stays open until it is left. */
function open(...ids: readonly string[]): { readonly frames: AsyncGenerator<Frame, void>; leave(): void } {
  const left = new AbortController();
  async function* say(): AsyncGenerator<Frame, void> {
    for (const id of ids) yield frame(id);
    await new Promise((_, reject) => left.signal.addEventListener("abort", () => reject(left.signal.reason)));
  }
  return { frames: say(), leave: () => left.abort() };
}

async function idsOf(frames: AsyncIterable<Frame>): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for await (const { id } of frames) ids.push(id);
  return ids;
}

test("a stream that stays open though it is over is left after a second", async () => {
  const { frames, leave } = open("1", "2");
  let seen = 0;
  const ids = idsOf(
    readUntilOver(
      count(frames, () => {
        seen += 1;
      }),
      { isOver: () => seen === 2, endsItself: () => true, leave },
    ),
  );
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ids).toEqual(["1", "2"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("one that the agent does not end there is left at once", async () => {
  const { frames, leave } = open("1", "2");
  let seen = 0;
  const counted = count(frames, () => {
    seen += 1;
  });
  expect(await idsOf(readUntilOver(counted, { isOver: () => seen === 1, endsItself: () => false, leave }))).toEqual(["1"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("one that is not over is waited for", async () => {
  const { frames, leave } = open("1");
  const read = readUntilOver(frames, { isOver: () => false, endsItself: () => true, leave });
  await read.next();
  const next = read.next();
  next.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.getTimerCount()).toBe(0);
  leave();
  await expect(next).rejects.toMatchObject({ name: "AbortError" });
});

test("what comes after the last word is passed on, and no timer stays", async () => {
  async function* say(): AsyncGenerator<Frame, void> {
    yield frame("1");
    yield frame("2");
  }
  const leave = vi.fn();
  expect(await idsOf(readUntilOver(say(), { isOver: () => true, endsItself: () => true, leave }))).toEqual(["1", "2"]);
  expect(vi.getTimerCount()).toBe(0);
  expect(leave).not.toHaveBeenCalled();
});

async function* count(frames: AsyncGenerator<Frame, void>, onFrame: () => void): AsyncGenerator<Frame, void> {
  for await (const each of frames) {
    onFrame();
    yield each;
  }
}
