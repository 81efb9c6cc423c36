import { isObject } from "../carried.js";
import type { Rewrite } from "../read-tolerant.js";
import type { Members, Mend } from "../rewrite.js";
import { listOf, mapOf, shape, withDefault, withName } from "../rewrite.js";

/** Rewrites an object without anything special: members that are null are left out. */
export const acceptObject: Rewrite = shape({});

/** Rewrites a state: any case, underscores, the names of later versions, and one that some spell with two l. */
export const acceptState: Rewrite = (value) => {
  if (typeof value !== "string") return value;
  const name = value
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^task-state-/, "");
  return formerStates.get(name) ?? name;
};

const formerStates: ReadonlyMap<string, string> = new Map([
  ["cancelled", "canceled"],
  ["unspecified", "unknown"],
]);

/** Rewrites how to authenticate to a webhook. */
export const acceptAuthentication: Rewrite = shape({ schemes: (value) => (typeof value === "string" ? [value] : value) });

const file = shape({}, (members) => withName(withName(withName(members, "data", "bytes"), "fileWithBytes", "bytes"), "fileWithUri", "uri"));

/** Rewrites a part: `type` was the name of its tag before 0.2. */
export const acceptPart: Rewrite = shape({ file }, (members) => withName(members, "type", "kind"));

// In answers some peers put the id of the JSON-RPC request, a number, where the id of a task belongs.
const id: Rewrite = (value) => (Number.isSafeInteger(value) ? String(value) : value);
const ids = { id, taskId: id, contextId: id };

const status = shape({ state: acceptState, message: messageFrom("agent") });
const artifact = shape({ artifactId: id, parts: listOf(acceptPart) });
const reply = messageFrom("agent");

/** Rewrites a task in an answer. */
export const acceptTask: Rewrite = shape(
  { ...ids, status, artifacts: listOf(artifact), history: listOf(messageFrom(undefined)) },
  (members) => withDefault(members, "kind", "task"),
);

const statusUpdate = shape({ ...ids, status }, (members) => withDefault(members, "final", false));
const artifactUpdate = shape({ ...ids, artifact });

/** Rewrites what a message is answered with or an item of a stream, whose tag may be missing. */
export const acceptItem: Rewrite = (value) => {
  if (!isObject(value)) return value;
  const tagged = withDefault(value, "kind", kindOf(value));
  switch (tagged.kind) {
    case "task":
      return acceptTask(tagged);
    case "message":
      return reply(tagged);
    case "status-update":
      return statusUpdate(tagged);
    case "artifact-update":
      return artifactUpdate(tagged);
    default:
      return value;
  }
};

/** Rewrites a webhook in an answer; where that only says that it worked, it is the webhook that was sent. */
export function acceptAnsweredConfig(sent: object): Rewrite {
  const rewrite = shape({ taskId: id, pushNotificationConfig: shape({ id, authentication: acceptAuthentication }) });
  return (value) => {
    const isSuccess = isObject(value) && value.success === true && !Object.hasOwn(value, "pushNotificationConfig");
    return rewrite(isSuccess ? { ...value, ...sent } : value);
  };
}

/** Rewrites the webhooks of a task in an answer. */
export const acceptConfigs: Rewrite = listOf(acceptAnsweredConfig({}));

/** Rewrites the answer to a deletion: an empty object is nothing too. */
export const acceptNothing: Rewrite = (value) => (isObject(value) && Object.keys(value).length === 0 ? null : value);

const provider = shape({}, (members) => withDefault(members, "url", ""));
const skill = shape({}, (members) => withDefault(withDefault(members, "description", ""), "tags", []));
const capabilities = shape({ extensions: listOf(acceptObject) });
const flows = shape({ authorizationCode: acceptObject, clientCredentials: acceptObject, implicit: acceptObject, password: acceptObject });

/** Rewrites a card. One that does not say its version is of the first that looks like it. */
export const acceptCard: Rewrite = shape(
  {
    provider,
    capabilities,
    skills: listOf(skill),
    additionalInterfaces: listOf(acceptObject),
    securitySchemes: mapOf(shape({ flows })),
    signatures: listOf(acceptObject),
  },
  (members) => {
    const known = withDefault(withDefault(members, "protocolVersion", "0.2.0"), "description", "");
    return withDefault(withDefault(known, "defaultInputModes", ["text/plain"]), "defaultOutputModes", ["text/plain"]);
  },
);

/** A message whose role may be missing where the place tells who says it. */
export function messageFrom(role: "user" | "agent" | undefined): Rewrite {
  const members = role === "user" ? {} : { ...ids, messageId: id };
  return shape({ ...members, parts: listOf(acceptPart) }, mendMessage(role));
}

function mendMessage(role: "user" | "agent" | undefined): Mend {
  return (members) => {
    const tagged = withDefault(members, "kind", "message");
    return role === undefined ? tagged : withDefault(tagged, "role", role);
  };
}

function kindOf(members: Members): string | undefined {
  const has = (name: string): boolean => Object.hasOwn(members, name);
  if (has("parts")) return "message";
  if (has("artifact")) return "artifact-update";
  if (has("status")) return has("taskId") ? "status-update" : "task";
  return undefined;
}
