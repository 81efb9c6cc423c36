import { expect, test } from "vitest";
import { urlOf } from "./web-url.js";

test("an address with letters of Latin-1 is one however often addresses were read before", () => {
  // After some thousands, the engine compiles what reads them.
  const read = Array.from({ length: 20_000 }, (_, at) => urlOf(at % 2 ? "https://bücher.example/" : "https://books.example/")?.host);
  expect(new Set(read)).toEqual(new Set(["books.example", "xn--bcher-kva.example"]));
});
