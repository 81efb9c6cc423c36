import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../../test/arbitrary.js";
import { canonicals } from "../../../test/canonical.js";
import { A2AError } from "../../errors/a2a-error.js";
import type { Task } from "../../generated/v1.0/types.js";
import type { Decoded } from "../dialect.js";
import { dialectV10 } from "../v1.0/index.js";
import { dialectV11 } from "./index.js";

const task: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
const statusUpdate = { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" as const } };
const artifactUpdate = { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "x" }] } };
const message = { messageId: "m", role: "ROLE_USER" as const, parts: [{ text: "x" }] };
const generations = new Map([[task, 7]]);
const place = { isLast: false, isCatchUp: false };
const definitions = canonicals.find(({ folder }) => folder === "v1.1")?.definitions ?? {};

describe("what 1.1 reads as ProtoJSON writes it", () => {
  const directory = new URL("../../../../../schema/v1.1/examples/tolerated/", import.meta.url);
  const readers: Readonly<Record<string, (value: object) => Decoded<unknown>>> = {
    Task: (value) => dialectV11.decodeResult("GetTask", value, { id: "t" }),
    TaskStatusUpdateEvent: (value) => readEvent({ statusUpdate: value }, "statusUpdate"),
    TaskArtifactUpdateEvent: (value) => readEvent({ artifactUpdate: value }, "artifactUpdate"),
    GetTaskRequest: (value) => dialectV11.decodeParams("GetTask", value),
    SendMessageConfiguration(configuration) {
      const read = dialectV11.decodeParams("SendMessage", { message, configuration });
      return read.ok ? { ...read, value: read.value.configuration } : read;
    },
  };
  for (const type of readdirSync(directory)) {
    for (const name of readdirSync(new URL(`${type}/`, directory))) {
      test(`${type}/${name}`, () => {
        const { value, becomes } = JSON.parse(readFileSync(new URL(`${type}/${name}`, directory), "utf8"));
        const read = readers[type]?.(value);
        expect(read).toMatchObject({ ok: true, value: becomes });
        expect(read?.ok && read.tolerated?.pointer).toMatch(/(g|G)eneration/);
      });
    }
  }

  test("a name of protobuf", () => {
    expect(dialectV11.decodeParams("GetTask", { id: "t", current_generation: "7" })).toMatchObject({
      ok: true,
      value: { id: "t", currentGeneration: 7 },
      conditions: { currentGeneration: 7 },
    });
    const configuration = { if_generation_match: 7 };
    expect(dialectV11.decodeParams("SendMessage", { message, configuration })).toMatchObject({ conditions: { ifGenerationMatch: 7 } });
  });

  for (const [operation, wire] of [
    ["SendMessage", { task: { ...task, generation: "7" } }],
    ["CancelTask", { ...task, generation: "7" }],
    ["ListTasks", { tasks: [{ ...task, generation: "7" }], nextPageToken: "", pageSize: 1, totalSize: 1 }],
  ] as const) {
    test(`the tasks of ${operation}`, () => {
      const read = dialectV11.decodeResult(operation, wire, { message, id: "t" });
      expect(JSON.stringify(read.ok && read.value)).toContain('"generation":7');
    });
  }
});

describe("a generation that is too large for a number of JSON is refused, not rounded", () => {
  for (const generation of ["9007199254740993", 9007199254740992, "1".repeat(400), "-1", -1, 0.5, "", " 7"]) {
    test(JSON.stringify(generation), () => {
      const problem = { pointer: "/generation" };
      expect(dialectV11.decodeResult("GetTask", { ...task, generation }, { id: "t" })).toMatchObject({ ok: false, problem });
    });
  }
});

describe("generations are written", () => {
  test("of the tasks of every result that has some", () => {
    expect(dialectV11.encodeResult("GetTask", task, generations)).toEqual({ ...task, generation: 7 });
    expect(dialectV11.encodeResult("CancelTask", task, generations)).toEqual({ ...task, generation: 7 });
    expect(dialectV11.encodeResult("SendMessage", { task }, generations)).toEqual({ task: { ...task, generation: 7 } });
    const page = { nextPageToken: "", pageSize: 1, totalSize: 1 };
    const counted = { ...page, tasks: [{ ...task, generation: 7 }] };
    expect(dialectV11.encodeResult("ListTasks", { ...page, tasks: [task] }, generations)).toEqual(counted);
  });

  test("of events and webhooks, but not of a direct reply; the event itself stays as it is", () => {
    expect(dialectV11.encodeEvent({ task }, place, 7)).toEqual([{ task: { ...task, generation: 7 } }]);
    expect(dialectV11.encodeEvent({ statusUpdate }, place, 7)).toEqual([{ statusUpdate: { ...statusUpdate, generation: 7 } }]);
    expect(dialectV11.encodeEvent({ artifactUpdate }, place, 7)).toEqual([{ artifactUpdate: { ...artifactUpdate, generation: 7 } }]);
    expect(dialectV11.encodePush({ event: { statusUpdate }, task, number: 7 })).toEqual({
      statusUpdate: { ...statusUpdate, generation: 7 },
    });
    expect(dialectV11.encodeEvent({ message }, place, 7)).toEqual([{ message }]);
    expect(statusUpdate).not.toHaveProperty("generation");
    expect(dialectV10.encodeEvent({ statusUpdate }, place, 7)).toEqual([{ statusUpdate }]);
  });

  test("where somebody knows them", () => {
    expect(dialectV11.encodeResult("GetTask", task)).toEqual(task);
    expect(dialectV11.encodeEvent({ task }, place)).toEqual([{ task }]);
  });
});

describe("a stream's reader is told the generation", () => {
  const read = (...all: readonly (number | undefined)[]): unknown[] => {
    const decode = dialectV11.createEventDecoder({});
    return all.map((generation) => {
      const event = decode({ statusUpdate: { ...statusUpdate, ...(generation !== undefined && { generation }) } });
      return event.ok && event.value.generation;
    });
  };

  test("of each event, gaps included", () => {
    expect(read(1, 2, 4)).toEqual([1, 2, 4]);
  });

  test("no more once it is 0, absent or the same twice in a row: the agent does not count", () => {
    expect(read(0, 0)).toEqual([undefined, undefined]);
    expect(read(undefined, 1)).toEqual([undefined, undefined]);
    expect(read(3, 3, 4)).toEqual([3, undefined, undefined]);
  });
});

describe("what a client asks of a generation", () => {
  test("is read as it was meant, and is not there otherwise", () => {
    const get = dialectV11.encodeParams("GetTask", { id: "t" }, { currentGeneration: 7 });
    expect(dialectV11.decodeParams("GetTask", get)).toMatchObject({ ok: true, conditions: { currentGeneration: 7 } });
    const guard = { ifGenerationMatch: 7 };
    const sent = dialectV11.encodeParams("SendMessage", { message, configuration: { historyLength: 1 } }, guard);
    expect(sent).toEqual({ message, configuration: { historyLength: 1, ifGenerationMatch: 7 } });
    expect(dialectV11.decodeParams("SendStreamingMessage", sent)).toMatchObject({ ok: true, conditions: guard });
    for (const operation of ["GetTask", "SendMessage"] as const) {
      expect(dialectV11.decodeParams(operation, { id: "t", message })).not.toHaveProperty("conditions");
      expect(dialectV11.encodeParams(operation, { id: "t", message }, {})).toEqual({ id: "t", message });
    }
  });
});

describe("a mismatch", () => {
  const metadata = { taskId: "t", expectedGeneration: "1", currentGeneration: "2" };
  const mismatch = new A2AError("InvalidTaskStateError", "late", { refined: "TaskGenerationMismatchError", metadata });

  test("is an error of its own in 1.1, with its facts, and comes back", () => {
    const wire = dialectV11.encodeError(mismatch);
    expect(wire).toMatchObject({ code: -32010, data: [{ reason: "TASK_GENERATION_MISMATCH", metadata: { ...metadata, detail: "late" } }] });
    const { code, refined, metadata: facts, message: text } = dialectV11.decodeError(wire);
    expect({ code, refined, facts, text }).toEqual({
      code: "InvalidTaskStateError",
      refined: "TaskGenerationMismatchError",
      facts: metadata,
      text: "late",
    });
  });

  test("is known by its code alone, but not where a reason says otherwise", () => {
    expect(dialectV11.decodeError({ code: -32010, message: "x" }).refined).toBe("TaskGenerationMismatchError");
    const { data } = dialectV11.encodeError(new A2AError("TaskNotFoundError", "x"));
    expect(dialectV11.decodeError({ code: -32010, message: "x", data })).toMatchObject({ code: "TaskNotFoundError", refined: undefined });
  });

  test("is what it refines to 1.0", () => {
    expect(dialectV10.encodeError(mismatch)).toMatchObject({ code: -32004, data: [{ reason: "UNSUPPORTED_OPERATION" }] });
  });

  test("is the only error that 1.1 says otherwise than 1.0", () => {
    const error = new A2AError("TaskNotFoundError", "x", { violations: [{ pointer: "/id", expected: "another" }] });
    expect(dialectV11.encodeError(error)).toEqual(dialectV10.encodeError(error));
  });
});

for (const [type, operation] of [
  ["SendMessageResponse", "SendMessage"],
  ["Task", "GetTask"],
  ["ListTasksResponse", "ListTasks"],
] as const) {
  test(`any ${type} of 1.1 is read as it is`, () => {
    fc.assert(
      fc.property(arbitraryOf(definitions, type), (value) => {
        const wire: unknown = JSON.parse(JSON.stringify(value));
        const read = dialectV11.decodeResult(operation, wire, { id: "t", message });
        expect(read.ok).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
}

function readEvent(wire: object, member: "statusUpdate" | "artifactUpdate"): Decoded<unknown> {
  const read = dialectV11.createEventDecoder({})(wire);
  return read.ok ? { ...read, value: read.value.events[0]?.[member] } : read;
}
