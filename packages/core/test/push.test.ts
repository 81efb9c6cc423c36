import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialects } from "../src/dialect/dialects.js";
import { dialectV03 } from "../src/dialect/v0.3/index.js";
import { dialectV10 } from "../src/dialect/v1.0/index.js";
import * as V01 from "../src/generated/v0.1/methods.js";
import * as V03 from "../src/generated/v0.3/methods.js";
import * as V10 from "../src/generated/v1.0/methods.js";
import type { StreamResponse, Task } from "../src/generated/v1.0/types.js";
import * as V11 from "../src/generated/v1.1/methods.js";
import { validate } from "../src/validate/validate.js";
import type { Validator } from "../src/validate/validator.js";
import { arbitraryOf } from "./arbitrary.js";
import { canonicals } from "./canonical.js";

const validators: Readonly<Record<string, Validator<unknown>>> = {
  "1.0": V10.isPush,
  "0.3": V03.isPush,
  "0.1": V01.isPush,
  "1.1": V11.isPush,
};
const tasks = generated<Task>("Task");
const events = generated<StreamResponse>("StreamResponse");

describe("what a webhook is sent", () => {
  for (const { version, encodePush, pushMediaType } of dialects) {
    test(`in ${version} is what its schema says`, () => {
      const isPush = validators[version];
      if (!isPush) throw new TypeError(`no validator of ${version}`);
      expect(pushMediaType).toBe(version.startsWith("1.") ? "application/a2a+json" : "application/json");
      fc.assert(
        fc.property(tasks, events, (task, event) => {
          const before = JSON.stringify({ task, event });
          const sent: unknown = JSON.parse(JSON.stringify(encodePush({ task, event })));
          expect(validate(isPush, sent)).toEqual({ ok: true, value: sent });
          expect(JSON.stringify({ task, event })).toBe(before);
        }),
        { numRuns: 200 },
      );
    });
  }

  test("is the event in 1.0; in 0.3 the task with its kind; in 0.1 the task without history, named twice", () => {
    const [first, second, third] = dialects;
    expect([first?.version, second?.version, third?.version]).toEqual(["1.0", "0.3", "0.1"]);
    fc.assert(
      fc.property(tasks, events, (task, event) => {
        expect(first?.encodePush({ task, event })).toEqual(event);
        expect(second?.encodePush({ task, event })).toEqual(second?.encodeResult("GetTask", task));
        expect(second?.encodePush({ task, event })).toMatchObject({ kind: "task", id: task.id });
        const { history: _, ...short } = task;
        const named = { taskId: task.id, eventType: "taskUpdate" };
        expect(third?.encodePush({ task, event })).toEqual({ ...Object(third?.encodeResult("GetTask", short)), ...named });
      }),
    );
  });
});

describe("what a webhook was sent", () => {
  for (const dialect of dialects) {
    const { version, isOwnPush, encodePush, decodePush, decodeResult, encodeResult } = dialect;

    test(`in ${version} is recognised, and read as the event in 1.0, as the task before`, () => {
      fc.assert(
        fc.property(tasks, events, (task, event) => {
          const wire: unknown = JSON.parse(JSON.stringify(encodePush({ task, event })));
          // A preview is not told from what it is of: its receivers say that they take it.
          expect(dialects.find((each) => each.isOwnPush(Object(wire)))).toBe(dialect.isPreview ? dialects[0] : dialect);
          expect(isOwnPush(Object(wire))).toBe(true);
          const { history: _, ...short } = task;
          const polled = decodeResult("GetTask", encodeResult("GetTask", version === "0.1" ? short : task), { id: task.id });
          const expected = version.startsWith("1.")
            ? decodePush(event)
            : { ok: true, value: { task: polled.ok ? polled.value : undefined } };
          expect(withoutIds(decodePush(wire))).toStrictEqual(withoutIds(expected));
        }),
        { numRuns: 200 },
      );
    });

    for (const wire of [null, 1, "task", [], {}, [{ kind: "task" }]]) {
      test(`in ${version} is not ${JSON.stringify(wire)}`, () => expect(decodePush(wire)).toMatchObject({ ok: false }));
    }
  }
});

/** Messages of 0.1 get new ids whenever they are read. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member) => (key === "messageId" ? "" : member));
}

describe("what 1.0 has no member for", () => {
  const wire = { taskId: "t", pushNotificationConfig: { url: "https://client.example/hook", headers: { "X-Mine": "secret" } } };
  const decoded = dialectV03.decodeParams("CreateTaskPushNotificationConfig", wire);
  if (!decoded.ok) throw new TypeError(decoded.problem.pointer);
  const carrying = decoded.value;
  const bare = { id: "t", taskId: "t", url: "https://client.example/hook" };

  test("is not written in its answers", () => {
    expect(carrying).toHaveProperty("metadata");
    expect(dialectV10.encodeResult("CreateTaskPushNotificationConfig", carrying)).toStrictEqual(bare);
    expect(dialectV10.encodeResult("GetTaskPushNotificationConfig", carrying)).toStrictEqual(bare);
    const page = { configs: [carrying, bare], nextPageToken: "" };
    expect(dialectV10.encodeResult("ListTaskPushNotificationConfigs", page)).toStrictEqual({ configs: [bare, bare], nextPageToken: "" });
  });

  test("is not read in its params", () => {
    expect(dialectV10.decodeParams("CreateTaskPushNotificationConfig", carrying)).toStrictEqual({ ok: true, value: bare });
    const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
    for (const operation of ["SendMessage", "SendStreamingMessage"] as const) {
      const params = { message, configuration: { historyLength: 1, taskPushNotificationConfig: carrying } };
      const value = { message, configuration: { historyLength: 1, taskPushNotificationConfig: bare } };
      expect(dialectV10.decodeParams(operation, params)).toStrictEqual({ ok: true, value });
    }
  });
});

function generated<T>(type: string): fc.Arbitrary<T> {
  const definitions = canonicals.find(({ folder }) => folder === "v1.0")?.definitions ?? {};
  // safe: values are made from the schema of the type
  return arbitraryOf(definitions, type).map((value) => JSON.parse(JSON.stringify(value)) as T);
}
