import { describe, expect, test, vi } from "vitest";
import { LazyAbort } from "./lazy-abort.js";

describe("a signal", () => {
  test("that is asked for before is aborted with the reason", () => {
    const abort = new LazyAbort();
    const { signal } = abort;
    expect([signal.aborted, abort.isAborted]).toEqual([false, false]);
    abort.abort("enough");
    expect([signal.aborted, abort.isAborted]).toEqual([true, true]);
    expect(signal.reason).toMatchObject({ name: "AbortError", message: "enough" });
  });

  test("that is asked for afterwards is aborted with the reason, and is always the same", () => {
    const abort = new LazyAbort();
    abort.abort("enough");
    expect(abort.signal.reason).toMatchObject({ name: "AbortError", message: "enough" });
    expect(abort.signal).toBe(abort.signal);
  });
});

describe("whoever wants to know", () => {
  test("is told, however many there are, but for those who have lost interest", () => {
    const abort = new LazyAbort();
    const acts = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    const stops = acts.map((act) => abort.onAbort(act));
    stops[0]?.();
    stops[2]?.();
    const late = vi.fn();
    abort.onAbort(late);
    abort.abort("over");
    expect([...acts, late].map((act) => act.mock.calls.length)).toEqual([0, 1, 0, 1, 1]);
  });

  test("is told once, and only the first reason counts", () => {
    const abort = new LazyAbort();
    const act = vi.fn();
    abort.onAbort(act);
    abort.abort("first");
    abort.abort("second");
    expect(act).toHaveBeenCalledOnce();
    expect(abort.signal.reason).toMatchObject({ message: "first" });
  });

  test("is told at once where it is over", () => {
    const abort = new LazyAbort();
    abort.abort("over");
    const act = vi.fn();
    abort.onAbort(act);
    expect(act).toHaveBeenCalledOnce();
  });

  test("is not told who has lost interest", () => {
    const abort = new LazyAbort();
    const act = vi.fn();
    abort.onAbort(act)();
    abort.abort("over");
    expect(act).not.toHaveBeenCalled();
  });
});
