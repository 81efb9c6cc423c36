import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readJson, schemaDirectory } from "../../../test/canonical.js";
import { withoutReport } from "../../../test/without-report.js";
import type { RpcError } from "../../envelope/response.js";
import * as V03 from "../../generated/v0.3/index.js";
import * as V10 from "../../generated/v1.0/index.js";
import { validate } from "../../validate/validate.js";
import type { Validator } from "../../validate/validator.js";
import type { Decoded } from "../dialect.js";
import { dialectV03 as dialect } from "./index.js";

/** What an example decodes to, and what is wrong with that and with what it encodes to again. */
interface Trip {
  readonly decoded: Decoded<unknown>;
  readonly problems: readonly unknown[];
}

type Travel = (value: unknown) => Trip;
type Wrap = (value: unknown) => unknown;

const same: Wrap = (value) => value;
const message = (members: object) => ({ kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }], ...members });
const task = (members: object) => ({ kind: "task", id: "task-1", contextId: "ctx-1", status: { state: "working" }, ...members });
const webhook = (members: object) => ({ taskId: "task-1", pushNotificationConfig: { url: "https://client.example/hook", ...members } });
const oauth = (flows: unknown) => ({ type: "oauth2", flows });
const card = (members: object) => ({
  protocolVersion: "0.3.0",
  name: "Echo",
  description: "Echoes.",
  url: "https://echo.example",
  version: "1",
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
  ...members,
});

const viaParams =
  (operation: V03.Operation, wrap = same): Travel =>
  (value) =>
    paramsTrip(operation, wrap(value));
const viaResult =
  (operation: V03.Operation, wrap = same): Travel =>
  (value) =>
    resultTrip(operation, wrap(value));
const viaTask = (wrap = same): Travel => viaResult("GetTask", wrap);
const viaPart = (wrap = same): Travel => viaParams("SendMessage", (value) => ({ message: message({ parts: [wrap(value)] }) }));
const viaCard =
  (wrap = same): Travel =>
  (value) =>
    cardTrip(wrap(value));
const viaScheme = (wrap = same): Travel => viaCard((value) => card({ securitySchemes: { one: wrap(value) } }));

const travels: Readonly<Record<string, Travel>> = {
  APIKeySecurityScheme: viaScheme(),
  AgentCapabilities: viaCard((capabilities) => card({ capabilities })),
  AgentCard: viaCard(),
  AgentCardSignature: viaCard((signature) => card({ signatures: [signature] })),
  AgentExtension: viaCard((extension) => card({ capabilities: { extensions: [extension] } })),
  AgentInterface: viaCard((each) => card({ additionalInterfaces: [each] })),
  AgentProvider: viaCard((provider) => card({ provider })),
  AgentSkill: viaCard((skill) => card({ skills: [skill] })),
  Artifact: viaTask((artifact) => task({ artifacts: [artifact] })),
  AuthorizationCodeOAuthFlow: viaScheme((authorizationCode) => oauth({ authorizationCode })),
  ClientCredentialsOAuthFlow: viaScheme((clientCredentials) => oauth({ clientCredentials })),
  DataPart: viaPart(),
  DeleteTaskPushNotificationConfigParams: viaParams("DeleteTaskPushNotificationConfig"),
  DeleteTaskPushNotificationConfigResult: viaResult("DeleteTaskPushNotificationConfig"),
  FileContent: viaPart((file) => ({ kind: "file", file })),
  FilePart: viaPart(),
  GetAuthenticatedExtendedCardParams: viaParams("GetExtendedAgentCard"),
  GetTaskPushNotificationConfigParams: viaParams("GetTaskPushNotificationConfig"),
  HTTPAuthSecurityScheme: viaScheme(),
  ImplicitOAuthFlow: viaScheme((implicit) => oauth({ implicit })),
  JSONRPCError: (value) => errorTrip(value),
  ListTaskPushNotificationConfigParams: viaParams("ListTaskPushNotificationConfigs"),
  ListTaskPushNotificationConfigResult: viaResult("ListTaskPushNotificationConfigs"),
  Message: viaParams("SendMessage", (value) => ({ message: value })),
  MessageSendConfiguration: viaParams("SendMessage", (configuration) => ({ message: message({}), configuration })),
  MessageSendParams: viaParams("SendMessage"),
  MutualTLSSecurityScheme: viaScheme(),
  OAuth2SecurityScheme: viaScheme(),
  OAuthFlows: viaScheme(oauth),
  OpenIdConnectSecurityScheme: viaScheme(),
  Part: viaPart(),
  PasswordOAuthFlow: viaScheme((password) => oauth({ password })),
  PushNotificationAuthenticationInfo: viaParams("CreateTaskPushNotificationConfig", (authentication) => webhook({ authentication })),
  PushNotificationConfig: viaParams("CreateTaskPushNotificationConfig", (config) => ({ taskId: "task-1", pushNotificationConfig: config })),
  PushNotificationHeaders: viaParams("CreateTaskPushNotificationConfig", (headers) => webhook({ headers })),
  Role: viaParams("SendMessage", (role) => ({ message: message({ role }) })),
  Scopes: viaScheme((scopes) => oauth({ clientCredentials: { tokenUrl: "https://login.example/token", scopes } })),
  SecurityRequirement: viaCard((requirement) => card({ security: [requirement] })),
  SecurityScheme: viaScheme(),
  SecuritySchemes: viaCard((securitySchemes) => card({ securitySchemes })),
  SendMessageResult: viaResult("SendMessage"),
  StreamEvent: (value) => eventTrip(value),
  Task: viaTask(),
  TaskArtifactUpdateEvent: (value) => eventTrip(value),
  TaskIdParams: viaParams("CancelTask"),
  TaskPushNotificationConfig: viaParams("CreateTaskPushNotificationConfig"),
  TaskQueryParams: viaParams("GetTask"),
  TaskState: viaTask((state) => task({ status: { state } })),
  TaskStatus: viaTask((status) => task({ status })),
  TaskStatusUpdateEvent: (value) => eventTrip(value),
  TextPart: viaPart(),
};

/** Envelopes are read before the dialect, and structs pass as they are. */
const notOurs = ["JSONRPCId", "JSONRPCRequest", "JSONRPCResponse", "Struct", "Value"];

describe("valid examples", () => {
  for (const { path, type, name } of files("valid").filter((file) => !notOurs.includes(file.type))) {
    test(`${type}: ${name} becomes valid in 1.0, and valid again in 0.3`, () => {
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

/** What is read all the same although its type refuses it, and why. */
const forgiven: Readonly<Record<string, string>> = {
  "AgentCard/missing-default-input-modes": "B.10: absent modes are text",
  "AgentCard/missing-default-output-modes": "B.10: absent modes are text",
  "AgentCard/missing-description": "B.10: empty going up",
  "AgentCard/missing-protocol-version": "tolerated example",
  "AgentProvider/missing-url": "B.10: empty going up",
  "AgentSkill/missing-description": "B.10: empty going up",
  "AgentSkill/missing-tags": "B.10: empty going up",
  "Message/missing-kind": "C25a",
  "Message/missing-role": "B.2: from a client the user's",
  "PushNotificationAuthenticationInfo/schemes-not-an-array": "C1",
  "SendMessageResult/missing-kind": "C24a",
  "SendStreamingMessage.response/status-update-without-final": "A.4.2: optional in the prose of 0.2.0",
  "StreamEvent/missing-kind": "C24a",
  "Task/context-id-not-a-string": "C5: a number in an answer",
  "Task/missing-kind": "C24a",
  "TaskArtifactUpdateEvent/context-id-not-a-string": "C5: a number in an answer",
  "TaskArtifactUpdateEvent/missing-kind": "C24a",
  "TaskStatusUpdateEvent/context-id-not-a-string": "C5: a number in an answer",
  "TaskStatusUpdateEvent/missing-final": "A.4.2: optional in the prose of 0.2.0",
  "TaskStatusUpdateEvent/missing-kind": "C24a",
};

describe("invalid examples", () => {
  const others = [...notOurs, "JSONRPCError"];
  for (const { path, type, name } of files("invalid").filter((file) => !others.includes(file.type))) {
    const { value, pointer, keyword } = readJson<{ value: unknown; pointer: string; keyword: string }>(path);
    const isBody = /\.re(quest|sponse)$/.test(type);
    const inner = /^\/(?:params|result)(?<pointer>.*)$/.exec(pointer)?.groups?.pointer;
    if (isBody && inner === undefined) continue; // the envelope is wrong
    const reason = forgiven[`${type}/${name}`];

    test(`${type}: ${name} is ${reason ? `read all the same (${reason})` : "refused"}`, () => {
      expect(travel(type, value).decoded.ok).toBe(reason !== undefined);
    });

    if (!isBody || reason) continue;
    test(`${type}: ${name} is refused for what is wrong with it before it is rewritten`, () => {
      expect(travel(type, value).decoded).toMatchObject({ ok: false, problem: { pointer: inner, keyword } });
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
  const known = operation as V03.Operation; // safe: as above
  if (body === "request") return paramsTrip(known, params);
  if (error) return errorTrip(error);
  return V03.methods[known].streaming ? eventTrip(result) : resultTrip(known, result);
}

function paramsTrip(operation: V03.Operation, wire: unknown): Trip {
  const decoded = dialect.decodeParams(operation, wire);
  if (!decoded.ok) return { decoded, problems: [] };
  const again = dialect.encodeParams(operation, decoded.value);
  return { decoded, problems: [...problems(V10.params[operation], decoded.value), ...problems(V03.params[operation], again)] };
}

function resultTrip(operation: V03.Operation, wire: unknown): Trip {
  const decoded = dialect.decodeResult(operation, wire, sentFor(operation));
  if (!decoded.ok) return { decoded, problems: [] };
  const again = dialect.encodeResult(operation, decoded.value);
  return { decoded, problems: [...problems(V10.results[operation], decoded.value), ...problems(V03.results[operation], again)] };
}

/** The params that results answer to; only those of a webhook are looked at. */
function sentFor<O extends V03.Operation>(_: O): V10.Methods[O]["params"] {
  const { params } = readJson<{ params: unknown }>(
    "v0.3/examples/valid/CreateTaskPushNotificationConfig.request/webhook-with-headers.json",
  );
  const sent = dialect.decodeParams("CreateTaskPushNotificationConfig", params);
  // safe: no other operation's result depends on what was sent
  return (sent.ok ? sent.value : {}) as V10.Methods[O]["params"];
}

function eventTrip(wire: unknown): Trip {
  const decoded = dialect.createEventDecoder({})(wire);
  if (!decoded.ok) return { decoded, problems: [] };
  const { events, isLast } = decoded.value;
  const again = events.flatMap((event) => dialect.encodeEvent(event, { isLast, isCatchUp: false }));
  return {
    decoded,
    problems: [
      ...events.flatMap((event) => problems(V10.isStreamResponse, event)),
      ...again.flatMap((each) => problems(V03.isStreamEvent, each)),
    ],
  };
}

function cardTrip(wire: unknown): Trip {
  const decoded = dialect.decodeCard(wire);
  if (!decoded.ok) return { decoded, problems: [] };
  return {
    decoded,
    problems: [...problems(V10.isAgentCard, decoded.value), ...problems(V03.isAgentCard, dialect.encodeCard(decoded.value))],
  };
}

function errorTrip(wire: unknown): Trip {
  // safe: the envelope's reader has seen to code and message
  const error = dialect.decodeError(wire as RpcError);
  const { code, message: text, metadata, violations } = error;
  const again = dialect.encodeError(error);
  return { decoded: { ok: true, value: { code, text, metadata, violations } }, problems: typeof again.data === "object" ? [] : [again] };
}

function problems(is: Validator<unknown>, value: unknown): unknown[] {
  const outcome = validate(is, value);
  return outcome.ok ? [] : [outcome.problem, value];
}

function files(kind: string): { path: string; type: string; name: string }[] {
  const folder = fileURLToPath(new URL(`v0.3/examples/${kind}/`, schemaDirectory));
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .sort()
    .map((path) => ({ path: `v0.3/examples/${kind}/${path}`, type: dirname(path), name: basename(path, ".json") }));
}
