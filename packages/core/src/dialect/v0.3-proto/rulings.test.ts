import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readJson, schemaDirectory } from "../../../test/canonical.js";
import { withoutReport } from "../../../test/without-report.js";
import { A2AError } from "../../errors/a2a-error.js";
import type { Operation } from "../../generated/v0.3-proto/methods.js";
import { methods } from "../../generated/v0.3-proto/methods.js";
import type { Decoded } from "../dialect.js";
import { dialectV03 } from "../v0.3/index.js";
import { dialectV03Proto as dialect } from "./index.js";

const parts = [{ text: "hi" }];
const content = parts;
const message = { messageId: "m", role: "ROLE_USER", content };
const tagged = { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] };
const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_CANCELLED" } };
const read = { id: "t", contextId: "c", status: { state: "TASK_STATE_CANCELED" } };
// safe: params that any result can answer to
const sent = { id: "w", taskId: "t", url: "https://client.example/hook", message: {} } as never;

describe("the params of a message (C9, C36)", () => {
  const meant = { message: { messageId: "m", role: "ROLE_USER", parts } };
  for (const [what, wire] of [
    ["as protobuf's JSON", { message }],
    ["under the name of protobuf", { request: message }],
    ["the message alone", message],
    ["names in snake_case", { message: { message_id: "m", role: "ROLE_USER", content } }],
    ["a role by its number", { message: { ...message, role: 1 } }],
    ["a role in lower case", { message: { ...message, role: "user" } }],
    ["a role that is nobody's", { message: { ...message, role: "ROLE_UNSPECIFIED" } }],
    ["content by its later name", { message: { messageId: "m", role: "ROLE_USER", parts } }],
    ["members of null", { message: { ...message, taskId: null }, configuration: null }],
  ] as const) {
    test(`${what} are read`, () => {
      expect(meaning(dialect.inShapeOf?.(wire).decodeParams("SendMessage", wire))).toStrictEqual(meant);
    });
  }

  test("a member in snake_case is read where everything that is required stands in camelCase", () => {
    const wire = { message: { ...message, context_id: "c" }, configuration: { history_length: 2, blocking: true } };
    expect(meaning(dialect.decodeParams("SendMessage", wire))).toStrictEqual({
      message: { messageId: "m", role: "ROLE_USER", parts, contextId: "c" },
      configuration: { historyLength: 2 },
    });
  });

  for (const [what, wire] of [
    ["in a request", { message: tagged, configuration: { blocking: false, historyLength: 0 } }],
    ["under the name of protobuf", { request: tagged, configuration: { blocking: false, historyLength: 0 } }],
  ] as const) {
    test(`a tagged message ${what} is read with the rules of the tagged form`, () => {
      expect(meaning(dialect.inShapeOf?.(wire).decodeParams("SendMessage", wire))).toStrictEqual({
        ...meant,
        configuration: { historyLength: 0, returnImmediately: true },
      });
    });
  }

  test("a tagged message alone is read, with or without its own tag", () => {
    const { kind: _, ...untagged } = tagged;
    for (const wire of [tagged, untagged]) {
      expect(meaning(dialect.inShapeOf?.(wire).decodeParams("SendStreamingMessage", wire))).toStrictEqual(meant);
    }
  });

  test("who writes tagged messages is answered with tagged ones, each in the member that names it", () => {
    const shaped = dialect.inShapeOf?.({ message: tagged });
    const place = { isLast: true, isCatchUp: false };
    const statusUpdate = { taskId: "t", contextId: "c", status: read.status } as never;
    const artifactUpdate = { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts } } as never;
    const reply = { messageId: "m", role: "ROLE_AGENT", parts } as never;
    expect(shaped?.encodeResult("SendMessage", { task: read as never })).toEqual({
      task: { kind: "task", id: "t", contextId: "c", status: { state: "canceled" } },
    });
    expect(shaped?.encodeResult("SendMessage", { message: reply })).toEqual({ message: { ...tagged, role: "agent" } });
    expect(shaped?.encodeEvent({ statusUpdate }, place)).toEqual([
      { statusUpdate: { kind: "status-update", taskId: "t", contextId: "c", status: { state: "canceled" }, final: true } },
    ]);
    expect(shaped?.encodeEvent({ artifactUpdate }, place)).toEqual([
      { artifactUpdate: { kind: "artifact-update", taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: tagged.parts } } },
    ]);
  });

  test("the shape of a caller is one dialect, so that its readers share an event's bytes", () => {
    expect(dialect.inShapeOf?.({ message: tagged })).toBe(dialect.inShapeOf?.(tagged));
    for (const params of [{ message }, { name: "tasks/t" }, undefined, null, 1, []]) expect(dialect.inShapeOf?.(params)).toBe(dialect);
    expect(dialect.forAlias?.inShapeOf?.({ message })).toBe(dialect.forAlias);
    expect(dialect.forAlias?.inShapeOf?.({ message: tagged }).errors).toBe(dialect.forAlias?.errors);
  });
});

describe("what a server answers", () => {
  test("is protobuf's JSON, wrapped, with the state spelled as there, and says whether it is the last", () => {
    expect(dialect.encodeResult("SendMessage", { task: read as never })).toEqual({ task });
    const statusUpdate = { taskId: "t", contextId: "c", status: read.status } as never;
    expect(dialect.encodeEvent({ statusUpdate }, { isLast: true, isCatchUp: false })).toEqual([
      { statusUpdate: { taskId: "t", contextId: "c", status: task.status, final: true } },
    ]);
    expect(dialect.encodeEvent({ statusUpdate }, { isLast: false, isCatchUp: false })).toEqual([
      { statusUpdate: { taskId: "t", contextId: "c", status: task.status, final: false } },
    ]);
  });

  test("to a deletion is an empty object, to a list one of configs", () => {
    expect(dialect.encodeResult("DeleteTaskPushNotificationConfig", {})).toEqual({});
    expect(dialect.encodeResult("ListTaskPushNotificationConfigs", {})).toEqual({ configs: [] });
    const configs = [{ id: "w", taskId: "t", url: "https://client.example/hook" }];
    expect(dialect.encodeResult("ListTaskPushNotificationConfigs", { configs, nextPageToken: "p" })).toEqual({
      configs: [{ name: "tasks/t/pushNotificationConfigs/w", pushNotificationConfig: { id: "w", url: "https://client.example/hook" } }],
      nextPageToken: "p",
    });
  });
});

describe("a client reads as an answer to a message (C9)", () => {
  const taggedTask = { kind: "task", id: "t", contextId: "c", status: { state: "canceled" } };
  const { kind: _, ...untagged } = taggedTask;
  for (const [what, wire, meant] of [
    ["a task that is wrapped", { task }, { task: read }],
    ["a task that is not", task, { task: read }],
    ["a state as later versions spell it", { task: read }, { task: read }],
    ["a tagged task", taggedTask, { task: read }],
    ["a tagged task that is wrapped", { task: taggedTask }, { task: read }],
    ["a tagged task without its tag", { task: untagged }, { task: read }],
    ["a message", { message: { ...message, role: "ROLE_AGENT" } }, { message: { messageId: "m", role: "ROLE_AGENT", parts } }],
    ["a message by its name in protobuf", { msg: { ...message, role: 2 } }, { message: { messageId: "m", role: "ROLE_AGENT", parts } }],
    ["a message alone", { ...message, role: "ROLE_AGENT" }, { message: { messageId: "m", role: "ROLE_AGENT", parts } }],
    ["a tagged message", { ...tagged, role: "agent" }, { message: { messageId: "m", role: "ROLE_AGENT", parts } }],
  ] as const) {
    test(what, () => {
      expect(meaning(dialect.decodeResult("SendMessage", wire, sent))).toStrictEqual(meant);
      const events = dialect.createEventDecoder({})(wire);
      expect(meaning(events)).toStrictEqual({ events: [meant], isLast: false });
    });
  }

  test("data that looks like data of the other form, as what its tag says", () => {
    const data = { kind: "data", data: { data: { city: "Oslo" } } };
    const artifactUpdate = { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [data] } };
    const partOf = (wire: object): unknown => {
      const [event] = meaning(dialect.createEventDecoder({})(wire)).events;
      return event?.artifactUpdate?.artifact.parts[0];
    };
    expect(partOf({ artifactUpdate })).toEqual({ data: { city: "Oslo" } });
    expect(partOf({ artifactUpdate: { kind: "artifact-update", ...artifactUpdate } })).toEqual({ data: { data: { city: "Oslo" } } });
  });

  test("the last event of a stream, in either form", () => {
    const status = { taskId: "t", contextId: "c", final: true };
    for (const wire of [
      { statusUpdate: { ...status, status: task.status } },
      { status_update: { task_id: "t", context_id: "c", final: true, status: { state: 5 } } },
      { kind: "status-update", ...status, status: { state: "canceled" } },
      { statusUpdate: { kind: "status-update", ...status, status: { state: "canceled" } } },
    ]) {
      const meant = { events: [{ statusUpdate: { taskId: "t", contextId: "c", status: read.status } }], isLast: true };
      expect(meaning(dialect.createEventDecoder({})(wire))).toStrictEqual(meant);
    }
  });

  test("a status message by its name in protobuf, and a task's context in snake_case, where all that is required is there", () => {
    const wire = { id: "t", context_id: "c", status: { state: "TASK_STATE_WORKING", update: { ...message, role: "ROLE_AGENT" } } };
    expect(meaning(dialect.decodeResult("GetTask", wire, sent))).toStrictEqual({
      id: "t",
      contextId: "c",
      status: { state: "TASK_STATE_WORKING", message: { messageId: "m", role: "ROLE_AGENT", parts } },
    });
  });

  test("a card of the other form, with what it asks of callers", () => {
    const card = {
      ...{ protocolVersion: "0.3.0", name: "A", description: "a", url: "https://a.example", version: "1", capabilities: {}, skills: [] },
      ...{ defaultInputModes: [], defaultOutputModes: [], securitySchemes: { k: { type: "apiKey", in: "header", name: "X-Key" } } },
      security: [{ k: [] }],
    };
    expect(meaning(dialect.decodeCard(card))).toStrictEqual(meaning(dialectV03.decodeCard(card)));
    const { securitySchemes: _, ...withoutSchemes } = card;
    expect(meaning(dialect.decodeCard(withoutSchemes)).securityRequirements).toEqual([{ schemes: { k: { list: [] } } }]);
  });
});

describe("names (C10)", () => {
  for (const name of ["tasks/a b:c.d~é%2F", "task/a b:c.d~é%2F"]) {
    test(`${name} is that of a task`, () => {
      for (const operation of ["GetTask", "CancelTask", "SubscribeToTask"] as const) {
        expect(meaning(dialect.decodeParams(operation, { name }))).toStrictEqual({ id: "a b:c.d~é%2F" });
      }
      expect(meaning(dialect.decodeParams("ListTaskPushNotificationConfigs", { parent: name }))).toStrictEqual({ taskId: "a b:c.d~é%2F" });
    });
  }

  for (const name of ["tasks/t/pushNotificationConfigs/w", "task/t/pushNotificationConfigs/w", "tasks/t/pushNotifications/w"]) {
    test(`${name} is that of a webhook`, () => {
      for (const operation of ["GetTaskPushNotificationConfig", "DeleteTaskPushNotificationConfig"] as const) {
        expect(meaning(dialect.decodeParams(operation, { name }))).toStrictEqual({ taskId: "t", id: "w" });
      }
    });
  }

  for (const name of ["t", "tasks/", "tasks/a/b", "/tasks/t", "tenants/x/tasks/t", "tasks"]) {
    test(`${JSON.stringify(name)} is none of a task, and the problem says where and what was expected`, () => {
      for (const [operation, member] of [
        ["GetTask", "name"],
        ["CancelTask", "name"],
        ["SubscribeToTask", "name"],
        ["ListTaskPushNotificationConfigs", "parent"],
      ] as const) {
        const outcome = dialect.decodeParams(operation, { [member]: name });
        const { params, clause } = methods[operation];
        expect(outcome).toMatchObject({
          ok: false,
          problem: { pointer: `/${member}`, expected: "a name like tasks/{id}", type: params, clause: expect.stringContaining(clause) },
        });
      }
    });
  }

  test("what is no name of a webhook is refused, in requests and in answers", () => {
    const problem = { expected: "a name like tasks/{id}/pushNotificationConfigs/{id}" };
    for (const name of ["tasks/t", "tasks/t/webhooks/w", "w"]) {
      const outcome = dialect.decodeParams("GetTaskPushNotificationConfig", { name });
      expect(outcome).toMatchObject({ ok: false, problem: { pointer: "/name", ...problem } });
      const configs = [{ name, pushNotificationConfig: { url: "https://client.example" } }];
      const answer = dialect.decodeResult("ListTaskPushNotificationConfigs", { configs }, sent);
      expect(answer).toMatchObject({ ok: false, problem: { pointer: "/configs/0/name", ...problem } });
    }
  });
});

describe("the params that register a webhook (C11)", () => {
  const url = "https://client.example/hook";
  for (const [what, config, id] of [
    ["a webhook with its name", { name: "tasks/t/pushNotificationConfigs/w", pushNotificationConfig: { url } }, "w"],
    ["one with an id of its own", { name: "tasks/t/pushNotificationConfigs/x", pushNotificationConfig: { url, id: "w" } }, "w"],
    ["one in a member, as the prose has it", { config: { id: "w", url } }, "w"],
    ["all params in the body", { parent: "tasks/other", configId: "w", config: { pushNotificationConfig: { url } } }, "w"],
    ["the webhook alone", { id: "w", url }, "w"],
    ["names in snake_case", { push_notification_config: { url, id: "w" } }, "w"],
    ["no id at all", { url }, "t"],
  ] as const) {
    test(`${what} is read`, () => {
      expect(meaning(dialect.decodeParams("CreateTaskPushNotificationConfig", { parent: "tasks/t", config }))).toStrictEqual({
        taskId: "t",
        id,
        url,
      });
    });
  }

  test("an id beside the body is that of a webhook without one", () => {
    const wire = { parent: "tasks/t", configId: "w", config: { pushNotificationConfig: { url } } };
    expect(meaning(dialect.decodeParams("CreateTaskPushNotificationConfig", wire))).toMatchObject({ id: "w" });
  });

  test("are written with the id wherever a server may look for it", () => {
    const wire = dialect.encodeParams("CreateTaskPushNotificationConfig", { taskId: "t", id: "w", url });
    const name = "tasks/t/pushNotificationConfigs/w";
    expect(wire).toEqual({ parent: "tasks/t", configId: "w", config: { name, pushNotificationConfig: { id: "w", url } } });
  });

  for (const [what, wire] of [
    ["without a name", { pushNotificationConfig: { id: "w", url } }],
    ["of the tagged form", { taskId: "t", pushNotificationConfig: { id: "w", url } }],
    ["with a name that ends early", { name: "tasks/t/pushNotificationConfigs/", pushNotificationConfig: { id: "w", url } }],
  ] as const) {
    test(`an answer ${what} is read`, () => {
      expect(meaning(dialect.decodeResult("GetTaskPushNotificationConfig", wire, sent))).toStrictEqual({ taskId: "t", id: "w", url });
    });
  }
});

describe("how much history, and whether to wait (C19, C20)", () => {
  for (const [configuration, meant] of [
    [{ blocking: true, historyLength: 0 }, {}],
    [{ blocking: true, historyLength: 3 }, { historyLength: 3 }],
    [{ blocking: true }, {}],
    [{ blocking: false }, { returnImmediately: true }],
    [{ acceptedOutputModes: ["text/plain"] }, { returnImmediately: true, acceptedOutputModes: ["text/plain"] }],
    [{}, { returnImmediately: true }],
    [undefined, undefined],
  ] as const) {
    test(`${JSON.stringify(configuration)} with a message means ${JSON.stringify(meant)}`, () => {
      expect(meaning(dialect.decodeParams("SendMessage", { message, ...(configuration && { configuration }) })).configuration).toEqual(
        meant,
      );
    });
  }

  test("0 with the question for a task is none", () => {
    expect(meaning(dialect.decodeParams("GetTask", { name: "tasks/t", historyLength: 0 }))).toEqual({ id: "t", historyLength: 0 });
    expect(meaning(dialect.decodeParams("GetTask", { name: "tasks/t", history_length: 0 }))).toEqual({ id: "t", historyLength: 0 });
    expect(dialect.encodeParams("GetTask", { id: "t", historyLength: 0 })).toEqual({ name: "tasks/t", historyLength: 0 });
  });

  test("whoever configures anything says that it waits, for want of it means in protobuf that it does not", () => {
    // safe: a message of 1.0
    const params = { message: { messageId: "m", role: "ROLE_USER", parts } as never, configuration: { historyLength: 1 } };
    expect(dialect.encodeParams("SendMessage", params)).toMatchObject({ configuration: { blocking: true, historyLength: 1 } });
  });
});

test("errors and webhooks are those of the tagged form", () => {
  const error = new A2AError("TaskNotFoundError", "there is no task t");
  expect(dialect.encodeError(error)).toEqual(dialectV03.encodeError(error));
  const push = { event: { task: read as never }, task: read as never };
  expect(dialect.encodePush(push)).toEqual(dialectV03.encodePush(push));
  expect(dialect.pushMediaType).toBe(dialectV03.pushMediaType);
});

describe("tolerated examples", () => {
  const results: Readonly<Record<string, Operation>> = Object.fromEntries(
    // safe: the keys of the table are the operations
    (Object.keys(methods) as Operation[]).map((operation) => [methods[operation].result, operation]),
  );
  const params: Readonly<Record<string, Operation>> = Object.fromEntries(
    // safe: as above
    (Object.keys(methods) as Operation[]).map((operation) => [methods[operation].params, operation]),
  );
  const root = fileURLToPath(new URL("v0.3-proto/examples/tolerated", schemaDirectory));
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".json"))) {
    const type = dirname(path);
    test(`${type}: ${basename(path, ".json").replaceAll("-", " ")} is read as what it stands for, and reported`, () => {
      const { value, becomes } = readJson<{ value: unknown; becomes: unknown }>(`v0.3-proto/examples/tolerated/${path}`);
      const travel = (wire: unknown): Decoded<unknown> => {
        const asked = params[type];
        if (asked) return dialect.decodeParams(asked, wire);
        const answered = results[type];
        if (!answered) throw new Error(`nothing reads ${type} by itself`);
        return dialect.decodeResult(answered, wire, sent);
      };
      expect(travel(value)).toMatchObject({ ok: true, tolerated: { keyword: expect.any(String) } });
      expect(withoutReport(travel(value))).toStrictEqual(withoutReport(travel(becomes)));
    });
  }
});

function meaning<T>(outcome: Decoded<T> | undefined): T {
  if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
