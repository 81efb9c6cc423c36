import { expect, test } from "vitest";
import { restClientForms } from "./client-forms.js";
import { restForms } from "./forms.js";
import { restVersions } from "./rest-versions.js";

test("the versions that are said to have HTTP+JSON are those that have it, for clients and servers", () => {
  expect(restClientForms.map(({ dialect }) => dialect.version)).toEqual(restVersions);
  expect(restForms.filter(({ dialect }) => !dialect.isPreview).map(({ dialect }) => dialect.version)).toEqual(restVersions);
});
