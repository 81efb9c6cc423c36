import { expect, test } from "vitest";
import { isLikeBase64 } from "./is-like-base64.js";

for (const text of ["", "QQ==", "QQ", "QUI=", "QUI", "QUJD", "-_-_", "+/+/"]) {
  test(`"${text}" can be base64`, () => expect(isLikeBase64(text)).toBe(true));
}

for (const text of ["Q", "QUJDQ", "QQ===", "Q=Q=", "=", "QQ==\n", " QQ=", "QUJ!", "QUJä", "!!!not base64!!!"]) {
  test(`"${text}" cannot be base64`, () => expect(isLikeBase64(text)).toBe(false));
}

test("of a file of megabytes both ends are looked at, and nothing overflows", () => {
  const long = "QUJD".repeat(5_000_000);
  expect(isLikeBase64(long)).toBe(true);
  expect(isLikeBase64(`!UJD${long}`)).toBe(false);
  expect(isLikeBase64(`${long}QUJ!`)).toBe(false);
  expect(isLikeBase64(`${long}!UJD${long}`)).toBe(true);
});
