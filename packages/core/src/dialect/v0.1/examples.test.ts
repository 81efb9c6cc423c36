import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readJson, schemaDirectory } from "../../../test/canonical.js";
import { withoutReport } from "../../../test/without-report.js";
import type { RpcError } from "../../envelope/response.js";
import * as V01 from "../../generated/v0.1/index.js";
import * as V10 from "../../generated/v1.0/index.js";
import { validate } from "../../validate/validate.js";
import type { Validator } from "../../validate/validator.js";
import type { Decoded } from "../dialect.js";
import { createDialectV01 } from "./index.js";

const dialect = createDialectV01(() => "message-id");

/** What an example decodes to, and whether that and what it encodes to again are valid. */
interface Trip {
  readonly decoded: Decoded<unknown>;
  readonly problems: readonly unknown[];
}

type Travel = (value: unknown) => Trip;

const message = (value: unknown) => ({ id: "task-1", message: value });
const part = (value: unknown) => message({ role: "user", parts: [value] });
const task = (members: object) => ({ id: "task-1", status: { state: "working" }, ...members });
const webhook = (value: unknown) => ({ id: "task-1", pushNotificationConfig: value });
const card = (members: object) => ({
  name: "Echo",
  url: "https://echo.example.com",
  version: "1",
  capabilities: {},
  skills: [],
  ...members,
});

const viaParams =
  (operation: V01.Operation, wrap = (value: unknown): unknown => value): Travel =>
  (value) =>
    paramsTrip(operation, wrap(value));
const viaTask =
  (wrap = (value: unknown): unknown => value): Travel =>
  (value) =>
    resultTrip("GetTask", wrap(value));
const viaCard =
  (wrap = (value: unknown): unknown => value): Travel =>
  (value) =>
    cardTrip(wrap(value));
const viaConfig = (wrap = (value: unknown): unknown => value): Travel => viaParams("CreateTaskPushNotificationConfig", wrap);

const travels: Readonly<Record<string, Travel>> = {
  AgentAuthentication: viaCard((authentication) => card({ authentication })),
  AgentCapabilities: viaCard((capabilities) => card({ capabilities })),
  AgentCard: viaCard(),
  AgentProvider: viaCard((provider) => card({ provider })),
  AgentSkill: viaCard((skill) => card({ skills: [skill] })),
  Artifact: viaTask((artifact) => task({ artifacts: [artifact] })),
  AuthenticationInfo: viaConfig((authentication) => webhook({ url: "https://example.com/hook", authentication })),
  DataContent: viaParams("SendMessage", (data) => part({ type: "data", data })),
  DataPart: viaParams("SendMessage", part),
  FileContent: viaParams("SendMessage", (file) => part({ type: "file", file })),
  FilePart: viaParams("SendMessage", part),
  JSONRPCError: (value) => errorTrip(value),
  Message: viaParams("SendMessage", message),
  Part: viaParams("SendMessage", part),
  PushNotificationConfig: viaConfig(webhook),
  Role: viaTask((role) => task({ history: [{ role, parts: [{ type: "text", text: "Hello!" }] }] })),
  Task: viaTask(),
  TaskEvent: (value) => eventTrip(value),
  TaskIdParams: viaParams("CancelTask"),
  TaskPushNotificationConfig: viaConfig(),
  TaskQueryParams: viaParams("GetTask"),
  TaskSendParams: viaParams("SendMessage"),
  TaskState: viaTask((state) => task({ status: { state } })),
  TaskStatus: viaTask((status) => task({ status })),
  TextPart: viaParams("SendMessage", part),
};

/** Envelopes are read before the dialect, structs pass as they are, and no dialect has webhook bodies yet. */
const notOurs = ["JSONRPCId", "JSONRPCRequest", "JSONRPCResponse", "Struct", "TaskPushNotification", "Value"];

describe("valid examples", () => {
  for (const { path, type, name } of files("valid").filter((file) => !notOurs.includes(file.type))) {
    test(`${type}: ${name} becomes valid in 1.0, and valid again in 0.1`, () => {
      expect(travel(type, readJson(path))).toMatchObject({ decoded: { ok: true }, problems: [] });
    });
  }
});

describe("tolerated examples", () => {
  for (const { path, type, name } of files("tolerated")) {
    test(`${type}: ${name} is read as what it stands for`, () => {
      const { value, becomes } = readJson<{ value: unknown; becomes: unknown }>(path);
      const { decoded, problems } = travel(type, value);
      expect(decoded).toMatchObject({ ok: true });
      expect(withoutReport(decoded)).toStrictEqual(withoutReport(travel(type, becomes).decoded));
      expect(problems).toEqual([]);
    });
  }
});

describe("invalid examples", () => {
  for (const { path, type, name } of files("invalid").filter((file) => /\.re(quest|sponse)$/.test(file.type))) {
    const example = readJson<{ value: { params?: unknown; result?: unknown }; pointer: string; keyword: string }>(path);
    const inner = /^\/(params|result)(\/.*)?$/.exec(example.pointer);
    if (!inner || !(inner[1] === "params" ? "params" in example.value : "result" in example.value)) continue; // the envelope is wrong
    test(`${type}: ${name} is refused for what is wrong with it before it is rewritten`, () => {
      const { decoded } = travel(type, example.value);
      expect(decoded).toMatchObject({ ok: false, problem: { pointer: inner[2] ?? "", keyword: example.keyword } });
    });
  }
});

test("every type with a valid example is tried here or said to be somebody else's", () => {
  const types = new Set(files("valid").map(({ type }) => type));
  const known = [...Object.keys(travels), ...notOurs];
  expect([...types].filter((type) => !known.includes(type) && !/\.re(quest|sponse)$/.test(type))).toEqual([]);
});

function travel(type: string, value: unknown): Trip {
  const [operation = "", body] = type.split(".");
  if (body === undefined) return travels[type]?.(value) ?? { decoded: { ok: true, value: undefined }, problems: [`no way for ${type}`] };
  // safe: examples are filed under operations, and the envelopes have been checked
  const { params, result, error } = value as { params?: unknown; result?: unknown; error?: unknown };
  const known = operation as V01.Operation; // safe: as above
  if (body === "request") return paramsTrip(known, params);
  if (error) return errorTrip(error);
  return V01.methods[known].streaming ? eventTrip(result) : resultTrip(known, result);
}

function paramsTrip(operation: V01.Operation, wire: unknown): Trip {
  const decoded = dialect.decodeParams(operation, wire);
  if (!decoded.ok) return { decoded, problems: [] };
  const again = dialect.encodeParams(operation, decoded.value);
  return {
    decoded,
    problems: [
      ...(isNoConfig(decoded.value) ? [] : problems(V10.params[operation], decoded.value)),
      ...problems(V01.params[operation], again),
    ],
  };
}

function resultTrip(operation: V01.Operation, wire: unknown): Trip {
  const decoded = dialect.decodeResult(operation, wire, sentOf(operation));
  if (!decoded.ok) return { decoded, problems: [] };
  const again = dialect.encodeResult(operation, decoded.value);
  return {
    decoded,
    problems: [
      ...(isNoConfig(decoded.value) ? [] : problems(V10.results[operation], decoded.value)),
      ...problems(V01.results[operation], again),
    ],
  };
}

/** Params that any result can answer to. */
function sentOf<O extends V01.Operation>(_: O): V10.Methods[O]["params"] {
  // safe: only the message is looked at, and only by SendMessage
  return { message: { messageId: "m", role: "ROLE_USER", parts: [] } } as unknown as V10.Methods[O]["params"];
}

function eventTrip(wire: unknown): Trip {
  const decoded = dialect.createEventDecoder({ taskId: "task-1" })(wire);
  if (!decoded.ok) return { decoded, problems: [] };
  const { events, isLast } = decoded.value;
  const again = events.flatMap((event) => dialect.encodeEvent(event, { isLast, isCatchUp: false }));
  return {
    decoded,
    problems: [
      ...events.flatMap((event) => problems(V10.isStreamResponse, event)),
      ...again.flatMap((each) => problems(V01.isTaskEvent, each)),
    ],
  };
}

function cardTrip(wire: unknown): Trip {
  const decoded = dialect.decodeCard(wire);
  if (!decoded.ok) return { decoded, problems: [] };
  return {
    decoded,
    problems: [...problems(V10.isAgentCard, decoded.value), ...problems(V01.isAgentCard, dialect.encodeCard(decoded.value))],
  };
}

function errorTrip(wire: unknown): Trip {
  // safe: the envelope's reader has seen to code and message
  const error = dialect.decodeError(wire as RpcError);
  const { code, message: text, metadata, violations } = error;
  const again = dialect.encodeError(error);
  return { decoded: { ok: true, value: { code, text, metadata, violations } }, problems: typeof again.data === "object" ? [] : [again] };
}

/** No push configuration, which 1.0 cannot say. */
function isNoConfig(value: object): boolean {
  return "url" in value && value.url === "";
}

function problems(is: Validator<unknown>, value: unknown): unknown[] {
  const outcome = validate(is, value);
  return outcome.ok ? [] : [outcome.problem, value];
}

function files(kind: string): { path: string; type: string; name: string }[] {
  const folder = fileURLToPath(new URL(`v0.1/examples/${kind}/`, schemaDirectory));
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .sort()
    .map((path) => ({ path: `v0.1/examples/${kind}/${path}`, type: dirname(path), name: basename(path, ".json") }));
}
