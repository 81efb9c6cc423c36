import type { StreamResponse } from "@a2a/core";
import { expect, test, vi } from "vitest";
import { WireCache } from "./wire-cache.js";

function event(): StreamResponse {
  return { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] } };
}

test("the JSON of an event is made once", () => {
  const cache = new WireCache();
  const one = event();
  const make = vi.fn(() => ["a"]);
  expect([cache.of(one, make), cache.of(one, make)]).toEqual([["a"], ["a"]]);
  expect(make).toHaveBeenCalledOnce();
});

test("events that are equal are not the same", () => {
  const cache = new WireCache();
  cache.of(event(), () => ["a"]);
  expect(cache.of(event(), () => ["b"])).toEqual(["b"]);
});

test("256 events are kept; the oldest is made anew", () => {
  const cache = new WireCache();
  const events = Array.from({ length: 257 }, event);
  for (const each of events) cache.of(each, () => ["old"]);
  const made = events.map((each) => cache.of(each, () => ["new"])[0]);
  expect(made[0]).toBe("new");
  // What is asked for in order pushes out what comes next: all are made anew but none is wrong.
  expect(new Set(made)).toEqual(new Set(["new"]));
});

test("the latest stay while older ones go", () => {
  const cache = new WireCache();
  const events = Array.from({ length: 300 }, event);
  for (const each of events) cache.of(each, () => ["old"]);
  expect(events.slice(-256).map((each) => cache.of(each, () => ["new"])[0])).toEqual(new Array(256).fill("old"));
});

test("four million characters are kept at most, and nothing that is longer than a quarter of them", () => {
  const cache = new WireCache();
  const long = "x".repeat(1_000_000);
  const events = Array.from({ length: 6 }, event);
  for (const each of events) cache.of(each, () => [long]);
  const again = events.slice(-4).map((each) => cache.of(each, () => ["new"])[0]?.length);
  expect(again).toEqual([1_000_000, 1_000_000, 1_000_000, 1_000_000]);
  const huge = event();
  cache.of(huge, () => [long + long]);
  expect(cache.of(huge, () => ["new"])).toEqual(["new"]);
});
