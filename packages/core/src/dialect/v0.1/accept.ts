import type { Operation } from "../../generated/v0.1/methods.js";
import type { Role } from "../../generated/v0.1/types.js";
import { isObject } from "../carried.js";
import type { Rewrite } from "../read-tolerant.js";

const asIs: Rewrite = (value) => value;

/** Numbers stand where early peers put the id of the JSON-RPC request. */
const taskId: Rewrite = (value) => (Number.isInteger(value) ? String(value) : value);

const schemes: Rewrite = (value) => (typeof value === "string" ? [value] : value);

const authentication = membersOf({ schemes, credentials: asIs });

const pushConfig = membersOf({ url: asIs, token: asIs, authentication });

const file = membersOf({ name: asIs, mimeType: asIs, bytes: asIs, uri: asIs, data: asIs, fileWithBytes: asIs, fileWithUri: asIs });

const part = membersOf({
  type: asIs,
  text: asIs,
  file,
  data: asIs,
  metadata: asIs,
});

const status = membersOf({ state: stateOf, message: messageFrom("agent"), timestamp: asIs });

const artifact = membersOf({
  name: asIs,
  description: asIs,
  parts: listOf(part),
  index: asIs,
  append: asIs,
  lastChunk: asIs,
  metadata: asIs,
});

const task = membersOf({
  id: taskId,
  sessionId: asIs,
  status,
  artifacts: listOf(artifact),
  history: listOf(messageFrom(undefined)),
  metadata: asIs,
});

const event = membersOf({ id: taskId, status, artifact, final: asIs, metadata: asIs });

const sendParams = membersOf({
  id: asIs,
  sessionId: asIs,
  message: messageFrom("user"),
  pushNotification: pushConfig,
  historyLength: asIs,
  metadata: asIs,
});

const queryParams = membersOf({ id: asIs, historyLength: asIs, metadata: asIs });

const skill = membersOf({
  id: asIs,
  name: asIs,
  description: asIs,
  tags: asIs,
  examples: asIs,
  inputModes: asIs,
  outputModes: asIs,
});

/** Rewrites an agent card. */
export const acceptCard: Rewrite = membersOf({
  name: asIs,
  description: asIs,
  url: asIs,
  provider: membersOf({ organization: asIs, url: asIs }),
  version: asIs,
  documentationUrl: asIs,
  capabilities: membersOf({ streaming: asIs, pushNotifications: asIs, stateTransitionHistory: asIs }),
  authentication,
  defaultInputModes: asIs,
  defaultOutputModes: asIs,
  skills: listOf(skill),
});

/** Rewrites the params of each operation. */
export const acceptParams: Readonly<Record<Operation, Rewrite>> = {
  SendMessage: sendParams,
  SendStreamingMessage: sendParams,
  GetTask: queryParams,
  CancelTask: queryParams,
  SubscribeToTask: queryParams,
  CreateTaskPushNotificationConfig: pushConfigOf(asIs),
  GetTaskPushNotificationConfig: queryParams,
};

/** Rewrites a task in an answer. */
export const acceptTask: Rewrite = task;

/** Rewrites what a webhook was sent. */
export const acceptPush: Rewrite = membersOf({
  eventType: asIs,
  taskId,
  id: taskId,
  sessionId: asIs,
  status,
  artifacts: listOf(artifact),
  history: listOf(messageFrom(undefined)),
  metadata: asIs,
});

/** Rewrites a push configuration in an answer. */
export const acceptPushConfig: Rewrite = pushConfigOf(taskId);

/** Rewrites an event; one with several artifacts, which a published document has in an array, is several. */
export function acceptEvent(wire: unknown): readonly unknown[] {
  if (!isObject(wire) || !Array.isArray(wire.artifact) || isObject(wire.status)) return [event(wire)];
  const { id = null, final = null, metadata = null } = wire;
  return wire.artifact.map((each: unknown) => event({ id, artifact: each, final, metadata }));
}

/** An object of known members: those that are null are left out, as are those that nobody knows. */
function membersOf(members: Readonly<Record<string, Rewrite>>): Rewrite {
  const known = Object.entries(members);
  return (value) => {
    if (!isObject(value)) return value;
    const present = known.filter(([key]) => Object.hasOwn(value, key) && value[key] !== null);
    return Object.fromEntries(present.map(([key, rewrite]) => [key, rewrite(value[key])]));
  };
}

function listOf(item: Rewrite): Rewrite {
  return (value) => (Array.isArray(value) ? value.map(item) : value);
}

/** A message whose parts may stand under another name, and whose role may be missing where the place tells it. */
function messageFrom(role: Role | undefined): Rewrite {
  const message = membersOf({ role: asIs, parts: listOf(part), metadata: asIs });
  return (value) => {
    if (!isObject(value)) return value;
    const parts = value.parts ?? [value.data, value.content].find(Array.isArray) ?? null;
    return message({ role: value.role ?? role ?? null, parts, metadata: value.metadata ?? null });
  };
}

/** Any case, underscores and the names of later versions. */
function stateOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const name = value
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^task-state-/, "");
  return { cancelled: "canceled", unspecified: "unknown" }[name] ?? name;
}

/** Null says that there is no configuration, so it stays; an empty object says the same. */
function pushConfigOf(id: Rewrite): Rewrite {
  return (value) => {
    if (!isObject(value)) return value;
    const { pushNotificationConfig: config } = value;
    const isNone = config === null || (isObject(config) && Object.keys(config).length === 0);
    return { id: id(value.id), pushNotificationConfig: isNone ? null : pushConfig(config) };
  };
}
