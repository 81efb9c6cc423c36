import { resultShapes } from "#shapes/v0.3-proto";
import { numbersOfRole, numbersOfTaskState } from "../../generated/v0.3-proto/enums.js";
import type { Operation } from "../../generated/v0.3-proto/methods.js";
import { jsonNamesOf } from "../../validate/shape-of.js";
import { isObject } from "../carried.js";
import { createProtoObject } from "../proto-object.js";
import { acceptTimestamp, createAcceptState } from "../proto-values.js";
import type { Rewrite } from "../read-tolerant.js";
import type { Members, Mend } from "../rewrite.js";
import { listOf, mapOf, withDefault, withName } from "../rewrite.js";

// What writers of ProtoJSON may write though the schema is strict, and what published documents show: schema/v0.3-proto/examples/tolerated.

// Not the names of params: a page would have to load their rules for them.
const protoObject = createProtoObject(jsonNamesOf({}, resultShapes));

/** Rewrites an object without anything special. */
export const acceptObject: Rewrite = protoObject({});

/** Rewrites a state: its number, and its name in any case and in the spellings of other versions. */
export const acceptState: Rewrite = createAcceptState(numbersOfTaskState, { CANCELED: "CANCELLED", UNKNOWN: "UNSPECIFIED" });

// Later definitions call it so.
const file = protoObject({}, (members) => withName(members, "mediaType", "mimeType"));

/** Rewrites a part. */
export const acceptPart: Rewrite = protoObject({ file, data: acceptObject });

/** Rewrites a message of somebody who may not say who it is, where the place tells. Later definitions call its content parts. */
export function acceptMessageFrom(role: "ROLE_USER" | "ROLE_AGENT" | undefined): Rewrite {
  return protoObject({ content: listOf(acceptPart) }, (members) => withRole(withName(members, "parts", "content"), role));
}

const reply = acceptMessageFrom("ROLE_AGENT");
const status = protoObject({ state: acceptState, message: reply, timestamp: acceptTimestamp }, (members) =>
  withName(members, "update", "message"),
);
const artifact = protoObject({ parts: listOf(acceptPart) });
const task = protoObject({ status, artifacts: listOf(artifact), history: listOf(acceptMessageFrom(undefined)) });
const statusUpdate = protoObject({ status });
const artifactUpdate = protoObject({ artifact });

/** Rewrites an item of a stream, or what a message is answered with: what should stand in a member may stand alone. */
export const acceptItem: Rewrite = protoObject({ task, message: reply, statusUpdate, artifactUpdate }, (members) =>
  itemNames.some((name) => Object.hasOwn(members, name)) ? withName(members, "msg", "message") : { [itemNameOf(members)]: members },
);

const itemNames = ["task", "message", "msg", "statusUpdate", "artifactUpdate"] as const;

const authentication = protoObject({}, ({ schemes, ...members }) =>
  schemes === undefined ? members : { ...members, schemes: listed(schemes) },
);

/** Rewrites a webhook. */
export const acceptWebhook: Rewrite = protoObject({ authentication });

/** Rewrites a webhook and its name. */
export const acceptConfig: Rewrite = protoObject({ pushNotificationConfig: acceptWebhook });

const configs = protoObject({ configs: listOf(acceptConfig) });
const flow = acceptObject;
const flows = protoObject({ authorizationCode: flow, clientCredentials: flow, implicit: flow, password: flow });
const scheme = protoObject({
  apiKeySecurityScheme: acceptObject,
  httpAuthSecurityScheme: acceptObject,
  oauth2SecurityScheme: protoObject({ flows }),
  openIdConnectSecurityScheme: acceptObject,
  mtlsSecurityScheme: acceptObject,
});
const security = listOf(protoObject({ schemes: mapOf(acceptObject) }));

/** Rewrites a card. */
export const acceptCard: Rewrite = protoObject({
  provider: acceptObject,
  capabilities: protoObject({ extensions: listOf(acceptObject) }),
  securitySchemes: mapOf(scheme),
  security,
  skills: listOf(protoObject({ security })),
  additionalInterfaces: listOf(acceptObject),
  signatures: listOf(acceptObject),
});

/** Rewrites results, by operation; of a streaming one, an item. */
export const acceptResult: Readonly<Record<Operation, Rewrite>> = {
  SendMessage: acceptItem,
  SendStreamingMessage: acceptItem,
  GetTask: task,
  CancelTask: task,
  SubscribeToTask: acceptItem,
  CreateTaskPushNotificationConfig: acceptConfig,
  GetTaskPushNotificationConfig: acceptConfig,
  ListTaskPushNotificationConfigs: (value) => configs(Array.isArray(value) ? { configs: value } : value),
  DeleteTaskPushNotificationConfig: (value) => value ?? {},
  GetExtendedAgentCard: acceptCard,
};

/** The role by its name here: writers in other forms have it in lower case, readers of protobuf take its number, and 0 is nobody's. */
function withRole(members: Members, implied: string | undefined): ReturnType<Mend> {
  const { role, ...rest } = members;
  const named = typeof role === "number" ? (numbersOfRole[role] ?? (role === 0 ? undefined : role)) : role;
  const known = typeof named === "string" ? `ROLE_${named.toUpperCase().replace(/^ROLE_/, "")}` : named;
  return withDefault(rest, "role", known === undefined || known === "ROLE_UNSPECIFIED" ? implied : known);
}

function listed(value: unknown): unknown {
  return typeof value === "string" ? [value] : value;
}

/** The member that something that stands alone belongs into. */
function itemNameOf(members: Members): (typeof itemNames)[number] {
  if (isObject(members.artifact)) return "artifactUpdate";
  if (Object.hasOwn(members, "content") || Object.hasOwn(members, "parts")) return "message";
  return Object.hasOwn(members, "taskId") ? "statusUpdate" : "task";
}
