// What 1.1 adds to 1.0, member by member: it is a copy that may not drift. PROTOCOL part F, typed by hand.

import { expect, test } from "vitest";
import { readJson } from "./canonical.js";

type Json = Readonly<Record<string, unknown>>;

/** Pointer to what is there in 1.1 alone. */
const added: Readonly<Record<string, Json>> = {
  "/schema/$defs/Task/properties/generation": member(7),
  "/schema/$defs/TaskStatusUpdateEvent/properties/generation": member(5),
  "/schema/$defs/TaskArtifactUpdateEvent/properties/generation": member(7),
  "/schema/$defs/GetTaskRequest/properties/currentGeneration": member(4, { optional: true }),
  "/schema/$defs/SendMessageConfiguration/properties/ifGenerationMatch": member(5, { optional: true }),
  "/errors/errors/TaskGenerationMismatchError": {
    code: -32010,
    httpStatus: 409,
    grpcStatus: "ABORTED",
    reason: "TASK_GENERATION_MISMATCH",
    message: expect.any(String),
    refines: "InvalidTaskStateError",
    clause: expect.any(String),
  },
};

test("1.1 is 1.0 with the members and the error of part F, and nothing else", () => {
  expect(difference(read("v1.0"), read("v1.1"), "")).toEqual({
    ...added,
    "/schema/$id": "urn:a2a:schema:v1.1",
    "/schema/title": "A2A 1.1",
    "/schema/description": expect.any(String),
  });
});

function member(n: number, label: Json = {}): Json {
  const facts = { n, t: "int64", ...label };
  return { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: expect.any(String), "x-proto": facts };
}

function read(folder: string): Json {
  return Object.fromEntries(["schema", "methods", "errors"].map((name) => [name, readJson<Json>(`${folder}/${name}.json`)]));
}

/** What the second has where the first has something else, or nothing; what it lacks is undefined. */
function difference(one: unknown, other: unknown, at: string): Json {
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other) ? {} : { [at]: other };
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.assign({}, ...[...names].map((name) => difference(one[name], other[name], `${at}/${name}`)));
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
