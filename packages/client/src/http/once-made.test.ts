import { describe, expect, test } from "vitest";
import { loadPart } from "../load-part.js";
import { onceMade } from "./once-made.js";

const never = new AbortController().signal;

describe("what is made when it is first needed", () => {
  test("is made once, also for calls that need it at the same time", async () => {
    let made = 0;
    const get = onceMade(async () => ({ number: ++made }));
    const both = await Promise.all([get(never), get(never)]);
    expect([...both, await get(never)].map(({ number }) => number)).toEqual([1, 1, 1]);
  });

  test("fails for all that wait for it, and is made anew for the next", async () => {
    let tried = 0;
    const get = onceMade(async () => {
      tried += 1;
      if (tried === 1) throw new Error("not yet");
      return { tried };
    });
    const both = await Promise.allSettled([get(never), get(never)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await get(never)).toEqual({ tried: 2 });
  });

  test("is made anew also where making it failed at once", async () => {
    let tried = 0;
    const get = onceMade((): Promise<object> => {
      tried += 1;
      if (tried === 1) throw new Error("not yet");
      return Promise.resolve({ tried });
    });
    await expect(get(never)).rejects.toThrow("not yet");
    expect(await get(never)).toEqual({ tried: 2 });
  });

  test("is waited for as long as each call may wait, and comes all the same", async () => {
    let finish: (made: object) => void = () => undefined;
    const get = onceMade(
      () =>
        new Promise<object>((resolve) => {
          finish = resolve;
        }),
    );
    const reason = new Error("changed my mind");
    await expect(get(AbortSignal.abort(reason))).rejects.toBe(reason);
    const patient = get(never);
    finish({ there: true });
    expect(await patient).toEqual({ there: true });
    expect(await get(AbortSignal.abort(reason))).toEqual({ there: true });
  });
});

test("a part of the client that cannot be loaded is NETWORK, and says which", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  const failing = loadPart("follows tasks", () => Promise.reject(cause));
  await expect(failing).rejects.toMatchObject({
    name: "LocalError",
    code: "NETWORK",
    message: "the part of this client that follows tasks cannot be loaded",
    cause,
  });
});
