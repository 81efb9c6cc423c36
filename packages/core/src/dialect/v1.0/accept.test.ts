import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutReport } from "../../../test/without-report.js";
import type { RpcError } from "../../envelope/response.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Decoded } from "../dialect.js";
import { dialectV10 } from "./index.js";

interface Tolerated {
  readonly because: string;
  readonly value: unknown;
  readonly becomes: unknown;
}

const directory = new URL("../../../../../schema/v1.0/examples/tolerated/", import.meta.url);
const readEvent = (wire: unknown): Decoded<unknown> => dialectV10.createEventDecoder({})(wire);

/** How the dialect reads a type; the parts of others are read inside something that has them. */
const readers: Readonly<Record<string, (value: unknown) => Decoded<unknown>>> = {
  AgentCard: (value) => dialectV10.decodeCard(value),
  JSONRPCError: (value) => {
    // safe: an envelope is read before its error is
    const { code, message, metadata } = dialectV10.decodeError(value as RpcError);
    return { ok: true, value: { code, message, metadata } };
  },
  StreamResponse: readEvent,
  Task: (task) => readEvent({ task }),
  Message: (message) => readEvent({ message }),
  Artifact: (artifact) => readEvent({ artifactUpdate: { taskId: "t", contextId: "c", artifact } }),
  Part: (part) => readEvent({ message: { messageId: "m", role: "ROLE_USER", parts: [part] } }),
  TaskStatus: (status) => readEvent({ statusUpdate: { taskId: "t", contextId: "c", status } }),
  TaskState: (state) => readEvent({ statusUpdate: { taskId: "t", contextId: "c", status: { state } } }),
  Role: (role) => readEvent({ message: { messageId: "m", role, parts: [{ text: "" }] } }),
  TaskStatusUpdateEvent: (statusUpdate) => readEvent({ statusUpdate }),
  TaskArtifactUpdateEvent: (artifactUpdate) => readEvent({ artifactUpdate }),
  SendMessageResponse: (value) => result("SendMessage", value),
  ListTasksResponse: (value) => result("ListTasks", value),
  DeleteTaskPushNotificationConfigResponse: (value) => result("DeleteTaskPushNotificationConfig", value),
  TaskPushNotificationConfig: (value) => result("CreateTaskPushNotificationConfig", value),
  AuthenticationInfo: (authentication) => result("CreateTaskPushNotificationConfig", { url: "https://example.com", authentication }),
  AgentInterface: (each) => card({ supportedInterfaces: [each] }),
  AgentSkill: (each) => card({ skills: [each] }),
  SecurityRequirement: (each) => card({ securityRequirements: [each] }),
  SecurityScheme: (each) => card({ securitySchemes: { each } }),
  OpenIdConnectSecurityScheme: (each) => card({ securitySchemes: { each: { openIdConnectSecurityScheme: each } } }),
  OAuthFlows: (flows) => card({ securitySchemes: { each: { oauth2SecurityScheme: { flows } } } }),
  AuthorizationCodeOAuthFlow: (flow) =>
    card({ securitySchemes: { each: { oauth2SecurityScheme: { flows: { authorizationCode: flow } } } } }),
  ClientCredentialsOAuthFlow: (flow) =>
    card({ securitySchemes: { each: { oauth2SecurityScheme: { flows: { clientCredentials: flow } } } } }),
  DeviceCodeOAuthFlow: (flow) => card({ securitySchemes: { each: { oauth2SecurityScheme: { flows: { deviceCode: flow } } } } }),
};

for (const type of readdirSync(directory)) {
  for (const name of readdirSync(new URL(`${type}/`, directory))) {
    const { because, value, becomes }: Tolerated = JSON.parse(readFileSync(new URL(`${type}/${name}`, directory), "utf8"));
    if (isEnvelopeMatter(value, becomes)) continue;
    test(`${type}/${name}: ${because}`, () => {
      const read = readerOf(type);
      expect(read(value)).toMatchObject({ ok: true });
      expect(withoutReport(read(value))).toEqual(withoutReport(read(becomes)));
    });
  }
}

test("what is right passes as it is, the same object", () => {
  const task = { id: "t", status: { state: "TASK_STATE_WORKING" }, metadata: { snake_case: null } };
  expect(result("GetTask", task)).toEqual({ ok: true, value: task });
  expect(dialectV10.decodeResult("GetTask", task, { id: "t" })).toHaveProperty("value", task);
});

test("what cannot be read is refused for what is wrong with it as it came", () => {
  expect(result("GetTask", { id: "t", status: { state: "TASK_STATE_DANCING" }, contextId: null })).toMatchObject({ ok: false });
  expect(result("GetTask", { id: null, status: { state: "working" } })).toMatchObject({ ok: false, problem: { pointer: "/id" } });
});

function readerOf(type: string): (value: unknown) => Decoded<unknown> {
  const [operation = "", side] = type.split(".");
  // safe: folders are named after operations
  if (side === "request") return (value) => dialectV10.decodeParams(operation as Operation, memberOf(value, "params"));
  if (side === "response") return (value) => result(operation as Operation, memberOf(value, "result"));
  const reader = readers[type];
  if (!reader) throw new TypeError(`nobody reads ${type}`);
  return reader;
}

/** Whether two bodies differ in the envelope alone, which dialects do not read. */
function isEnvelopeMatter(value: unknown, becomes: unknown): boolean {
  return [value, becomes].every((body) => memberOf(body, "error") !== undefined);
}

function result(operation: Operation, wire: unknown): Decoded<unknown> {
  return dialectV10.decodeResult(operation, wire, {} as never);
}

function card(members: object): Decoded<unknown> {
  const minimal = {
    ...{ name: "n", description: "d", version: "1", capabilities: {}, defaultInputModes: [], defaultOutputModes: [], skills: [] },
    supportedInterfaces: [{ url: "https://example.com", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
  return dialectV10.decodeCard({ ...minimal, ...members });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}
