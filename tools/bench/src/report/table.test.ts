import { expect, test } from "vitest";
import { serverNames } from "../servers/orders.js";
import { judge, short } from "./judge.js";
import { formatTable } from "./table.js";

const cells = { ours: { value: 30_000, cpuMicros: 33.33 }, floor: { value: 50_000, cpuMicros: 20 } };

test("a row tells each server's medians and whether the promise is kept", () => {
  const row = { id: "x", what: "X", unit: "requests/s", note: "seen", targets: [{ against: "floor", atLeast: 0.6 } as const] };
  expect(formatTable([{ row, cells }], serverNames)).toBe(
    [
      "|  | ours | official | floor | ours beside them |",
      "| --- | ---: | ---: | ---: | --- |",
      "| X, requests/s | 30.0k (33.3 µs) | - | 50.0k (20.0 µs) | 0.60 of floor, 0.60 by CPU (>= 0.6: met) |",
      "",
      "- X: seen.",
    ].join("\n"),
  );
});

test("what a value was made from stands beside it", () => {
  const row = { id: "x", what: "X", unit: "times", targets: [{ atMost: 1.5 }] };
  expect(formatTable([{ row, cells: { ours: { value: 1.25, from: "5 : 4 ms" } } }], ["ours"])).toContain(
    "| X, times | 1.25 (5 : 4 ms) | 1.25 (<= 1.5: met) |",
  );
});

for (const [name, target, verdict] of [
  ["a share that is large enough", { against: "floor", atLeast: 0.5 }, [true]],
  ["a share that is too small", { against: "floor", atLeast: 0.7 }, [false]],
  ["a share of what was not measured", { against: "official", atLeast: 5 }, []],
  ["a value that is too large", { atMost: 29_999 }, [false]],
  ["a value that is small enough", { atMost: 30_000 }, [true]],
] as const) {
  test(`${name} is judged`, () => {
    expect(judge(cells, [target]).map(({ isMet }) => isMet)).toEqual(verdict);
  });
}

for (const [value, text] of [
  [43_210, "43.2k"],
  [1234, "1.23k"],
  [123.4, "123"],
  [12.34, "12.3"],
  [1.234, "1.23"],
  [-14.24, "-14.2"],
] as const) {
  test(`${value} is written ${text}`, () => {
    expect(short(value)).toBe(text);
  });
}
