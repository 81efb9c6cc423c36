import { cardShape, resultShapes } from "#shapes/v1.0";
import { numbersOfRole, numbersOfTaskState } from "../../generated/v1.0/enums.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { jsonNamesOf } from "../../validate/shape-of.js";
import { isObject } from "../carried.js";
import { toPadded } from "../padded-base64.js";
import { createProtoObject } from "../proto-object.js";
import { acceptTimestamp, createAcceptState } from "../proto-values.js";
import type { Rewrite } from "../read-tolerant.js";
import type { Mend } from "../rewrite.js";
import { listOf, mapOf, withDefault, withName } from "../rewrite.js";

// What writers of ProtoJSON may write though the schema is strict, and what published documents show: schema/v1.0/examples/tolerated.

// Not the names that are generated: those are of requests too, whose rules a page would have to load for them.
const protoObject = createProtoObject(jsonNamesOf({}, resultShapes, { cardShape }));

/** Rewrites an object without anything special. */
export const acceptObject: Rewrite = protoObject({});

/** Rewrites a state. */
export const acceptState: Rewrite = createAcceptState(numbersOfTaskState, { CANCELLED: "CANCELED", UNKNOWN: "UNSPECIFIED" });

const role: Rewrite = (value) => {
  if (typeof value === "number") return numbersOfRole[value] ?? value;
  return typeof value === "string" ? `ROLE_${value.toUpperCase().replace(/^ROLE_/, "")}` : value;
};

const partWithoutNull = protoObject({ raw: (value) => (typeof value === "string" ? toPadded(value) : value) });

// Null is data like any other: a part that has it keeps it.
const part: Rewrite = (value) => {
  const mended = partWithoutNull(value);
  return isObject(mended) && isObject(value) && value.data === null ? { ...mended, data: null } : mended;
};

/** Rewrites a message. */
export const acceptMessage: Rewrite = protoObject({ role, parts: listOf(part) });
const status = protoObject({ state: acceptState, message: acceptMessage, timestamp: acceptTimestamp });
const artifact = protoObject({ parts: listOf(part) });
const task = protoObject({ status, artifacts: listOf(artifact), history: listOf(acceptMessage) });
const inContext: Mend = (members) => withDefault(members, "contextId", "");
const statusUpdate = protoObject({ status }, inContext);
const chunk = protoObject({ parts: listOf(part) }, (members) => withDefault(members, "artifactId", "artifact-0"));
const artifactUpdate = protoObject({ artifact: chunk }, inContext);

const authentication = protoObject({}, ({ schemes: list, ...members }) =>
  withDefault(members, "scheme", Array.isArray(list) ? list[0] : list),
);

/** Rewrites a webhook. An example of 1.0.0 has it inside, under its name in 0.3. */
export const acceptWebhook: Rewrite = protoObject({ authentication }, ({ pushNotificationConfig: inner, ...members }) =>
  isObject(inner) ? Object.assign({}, acceptObject(inner), members) : members,
);

const flow = protoObject({}, (members) => withDefault(members, "scopes", {}));
const flows = protoObject({
  authorizationCode: flow,
  clientCredentials: flow,
  deviceCode: flow,
  implicit: acceptObject,
  password: acceptObject,
});
const schemes = {
  apiKeySecurityScheme: acceptObject,
  httpAuthSecurityScheme: acceptObject,
  oauth2SecurityScheme: protoObject({ flows }),
  openIdConnectSecurityScheme: acceptObject,
  mtlsSecurityScheme: acceptObject,
};
const scopes: Rewrite = (value) => (Array.isArray(value) ? { list: value } : acceptObject(value));
const requirement = protoObject({ schemes: mapOf(scopes) });
// The sample card of 1.0.0 and 1.0.1 has requirements as in 0.3: each scheme is a member, with its scopes.
const requirements = listOf((value) => {
  const isFlat = isObject(value) && !isObject(value.schemes) && Object.values(value).some(Array.isArray);
  return requirement(isFlat ? { schemes: value } : value);
});
const secured: Mend = (members) => withName(members, "security", "securityRequirements");
const skill = protoObject({ securityRequirements: requirements }, (members) => withDefault(secured(members), "tags", []));
// The media types of a card that names none are those that versions before imply.
const defaultModes = ["text/plain"];

/** Rewrites a card. */
export const acceptCard: Rewrite = protoObject(
  {
    supportedInterfaces: listOf(acceptObject),
    provider: acceptObject,
    capabilities: protoObject({ extensions: listOf(acceptObject) }),
    securitySchemes: mapOf(protoObject(schemes)),
    securityRequirements: requirements,
    skills: listOf(skill),
    signatures: listOf(acceptObject),
  },
  (members) => {
    const moded = withDefault(withDefault(secured(members), "defaultInputModes", defaultModes), "defaultOutputModes", defaultModes);
    return withDefault(moded, "skills", []);
  },
);

/** Rewrites an item of a stream. */
export const acceptStreamItem: Rewrite = protoObject({ task, message: acceptMessage, statusUpdate, artifactUpdate }, (members) =>
  withName(withName(members, "taskStatusUpdate", "statusUpdate"), "taskArtifactUpdate", "artifactUpdate"),
);

const tasks = protoObject({ tasks: listOf(task) }, (members) => {
  const page = withDefault(withDefault(members, "tasks", []), "nextPageToken", "");
  return withDefault(withDefault(page, "pageSize", 0), "totalSize", 0);
});

/** Rewrites results, by operation; of a streaming one, an item. */
export const acceptResult: Readonly<Record<Operation, Rewrite>> = {
  SendMessage: protoObject({ task, message: acceptMessage }),
  SendStreamingMessage: acceptStreamItem,
  GetTask: task,
  ListTasks: tasks,
  CancelTask: task,
  SubscribeToTask: acceptStreamItem,
  CreateTaskPushNotificationConfig: acceptWebhook,
  GetTaskPushNotificationConfig: acceptWebhook,
  ListTaskPushNotificationConfigs: protoObject({ configs: listOf(acceptWebhook) }),
  DeleteTaskPushNotificationConfig: (value) => value ?? {},
  GetExtendedAgentCard: acceptCard,
};
