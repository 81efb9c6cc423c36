import type { TaskPushNotificationConfig } from "@a2a/core";
import { data, text } from "@a2a/core";
import type { Operation } from "@a2a/core/internal";
import type { Caller, Members, Mode } from "./caller.js";
import type { Subject } from "./road.js";

/** A conversation of other requests than a command needs. */
export interface RequestRow {
  /** Whether the subject has what it takes; default: yes. */
  isFor?(subject: Subject): boolean;
  /** How it sends messages; default `send`. */
  readonly mode?: Mode;
  hold(caller: Caller): Promise<void>;
}

const credentials = { authorization: "Bearer test-token" };
const extension = "https://conformance.example/ext/echo/v1";

/** Everything that can be asked beside the commands, and asked wrongly. */
export const requests: Readonly<Record<string, RequestRow>> = {
  "a task that nobody has": {
    async hold(caller) {
      await caller.ask("GetTask", { id: "unknown" });
      await caller.ask("CancelTask", { id: "unknown" });
      await caller.ask("SubscribeToTask", { id: "unknown" });
    },
  },
  "a message to a task that nobody has": {
    isFor: ({ dialect }) => !dialect.rules.clientTaskIds,
    async hold(caller) {
      await caller.ask("SendMessage", { message: caller.message([text("more")], { taskId: "unknown" }) });
      await caller.ask("SendStreamingMessage", { message: caller.message([text("more")], { taskId: "unknown" }) });
    },
  },
  "no history, and the newest message of it": {
    async hold(caller) {
      await caller.say([text("talk 2")]);
      const id = caller.taskId ?? "";
      await caller.ask("GetTask", { id, historyLength: 0 });
      await caller.ask("GetTask", { id, historyLength: 1 });
    },
  },
  "a webhook, set and got": {
    async hold(caller) {
      const config = await webhookOf(caller);
      await caller.ask("CreateTaskPushNotificationConfig", config);
      await caller.ask("GetTaskPushNotificationConfig", { taskId: config.taskId, id: config.id });
    },
  },
  "a webhook, listed and deleted": {
    isFor: has("ListTaskPushNotificationConfigs"),
    async hold(caller) {
      const config = await webhookOf(caller);
      const { taskId, id } = config;
      await caller.ask("CreateTaskPushNotificationConfig", config);
      await caller.ask("ListTaskPushNotificationConfigs", { taskId });
      await caller.ask("DeleteTaskPushNotificationConfig", { taskId, id });
      await caller.ask("DeleteTaskPushNotificationConfig", { taskId, id });
      await caller.ask("ListTaskPushNotificationConfigs", { taskId });
      await caller.ask("GetTaskPushNotificationConfig", { taskId, id });
    },
  },
  "a webhook of a task that nobody has": {
    async hold(caller) {
      await caller.ask("CreateTaskPushNotificationConfig", { taskId: "unknown", id: "hook", url: "https://example.com/hook" });
      await caller.ask("GetTaskPushNotificationConfig", { taskId: "unknown", id: "hook" });
    },
  },
  "a webhook on this machine": {
    async hold(caller) {
      await caller.ask("CreateTaskPushNotificationConfig", { ...(await webhookOf(caller)), url: "http://127.0.0.1:9/hook" });
    },
  },
  "the extended card, and no credentials": {
    isFor: has("GetExtendedAgentCard"),
    hold: (caller) => caller.ask("GetExtendedAgentCard", {}),
  },
  "the extended card": {
    isFor: has("GetExtendedAgentCard"),
    hold: (caller) => caller.ask("GetExtendedAgentCard", {}, { headers: credentials }),
  },
  "a user who is known": { hold: (caller) => caller.say([text("whoami")], { headers: credentials }) },
  "an extension": {
    isFor: ({ dialect }) => dialect.headers.extensions !== undefined,
    hold: (caller) =>
      caller.say([text("headers")], { headers: { [(caller.subject.dialect.headers.extensions ?? "").toLowerCase()]: extension } }),
  },
  "a version that nobody has": { hold: (caller) => caller.say([text("echo")], { headers: { "A2A-Version": "9.9" } }) },
  "a subscriber to a task that runs": { mode: "stream", hold: subscribe },
  "a subscriber to a task that is over": {
    async hold(caller) {
      await caller.say([text("echo over")]);
      await caller.ask("SubscribeToTask", { id: caller.taskId ?? "" });
    },
  },
  "the tasks of a context": { isFor: has("ListTasks"), hold: list },
  "a task of a tenant": { isFor: ({ dialect }) => dialect.rules.tenants, hold: visitTenants },
  "all that a message can say": {
    async hold(caller) {
      const own = caller.subject.dialect.rules.clientTaskIds ? { taskId: `task-${caller.contextId}` } : {};
      const message = caller.message([{ text: "echo", metadata: { of: "a part" } }, data({ deep: [1, { null: null }] })], own);
      await caller.ask("SendMessage", { message: { ...message, metadata: { n: 1, list: ["a"] }, referenceTaskIds: ["task-0"] } });
      await caller.ask("GetTask", { id: caller.taskId ?? "", historyLength: 1 });
    },
  },
  "a media type that is not accepted": {
    hold: (caller) => caller.say([text("echo"), { url: "https://example.com/x", mediaType: "application/x-forbidden" }]),
  },
  "params without a message": { hold: spoiled(({ message: _, ...others }) => others) },
  "a message without parts": { hold: spoiled((wire) => withMessage(wire, (message) => ({ ...message, [partsOf(message)]: [] }))) },
  "a message whose parts are no list": {
    isFor: canSay,
    hold: spoiled((wire) => withMessage(wire, (message) => ({ ...message, [partsOf(message)]: "hello" }))),
  },
  "a message of nobody's role": {
    hold: spoiled((wire, subject) => withMessage(wire, (message) => ({ ...message, role: canSay(subject) ? "ROLE_PILOT" : 99 }))),
  },
  "a part that is nothing": {
    hold: spoiled((wire) => withMessage(wire, (message) => ({ ...message, [partsOf(message)]: [{ metadata: {} }] }))),
  },
  "a task without an id": {
    // There the id is in the path.
    isFor: ({ binding }) => binding !== "HTTP+JSON",
    hold: (caller) => caller.ask("CancelTask", { id: "x" }, { spoil: ({ id: _, name: __, ...others }) => others }),
  },
};

/** Protobuf has no words for a list that is none, and numbers for the members of an enum. */
function canSay({ binding }: Subject): boolean {
  return binding !== "gRPC";
}

function has(operation: Operation): (subject: Subject) => boolean {
  return ({ dialect }) => dialect.methodOf(operation) !== undefined;
}

/** Of a task that waits: nothing happens to it that the webhook could be told. */
async function webhookOf(
  caller: Caller,
): Promise<TaskPushNotificationConfig & Pick<Required<TaskPushNotificationConfig>, "id" | "taskId">> {
  await caller.say([text("ask Which one?")]);
  return { taskId: caller.taskId ?? "", id: "hook", url: "https://example.com/hook", token: "secret" };
}

/** The task is canceled once its subscriber has seen it. */
async function subscribe(caller: Caller): Promise<void> {
  let subscribing: Promise<void> | undefined;
  let canceling: Promise<void> | undefined;
  await caller.say([text("hold 600000")], {
    onState(id, state) {
      if (state !== "TASK_STATE_WORKING") return;
      const cancel = (): void => {
        canceling ??= caller.ask("CancelTask", { id });
      };
      subscribing ??= caller.ask("SubscribeToTask", { id }, { onState: cancel });
    },
  });
  await subscribing;
  await canceling;
}

async function list(caller: Caller): Promise<void> {
  const { contextId } = caller;
  await caller.say([text("echo over")]);
  await caller.say([text("ask Which one?")]);
  await caller.ask("ListTasks", { contextId, status: "TASK_STATE_COMPLETED", includeArtifacts: true, historyLength: 1 });
  await caller.ask("ListTasks", { contextId, status: "TASK_STATE_INPUT_REQUIRED" });
  await caller.ask("ListTasks", { contextId, status: "TASK_STATE_FAILED", statusTimestampAfter: "2026-01-01T00:00:00Z" });
  await caller.ask("ListTasks", { contextId, pageToken: "nobody's" });
  await caller.ask("ListTasks", { contextId, pageSize: 101 });
}

async function visitTenants(caller: Caller): Promise<void> {
  const [tenant, other] = ["tenant-a", "tenant b/c"];
  await caller.ask("SendMessage", { tenant, message: caller.message([text("echo hello")]) });
  const id = caller.taskId ?? "";
  await caller.ask("GetTask", { tenant, id });
  await caller.ask("GetTask", { tenant: other, id });
  await caller.ask("GetTask", { id });
}

/** Sends a message in both ways, changed on the wire. */
function spoiled(change: (wire: Members, subject: Subject) => Members): RequestRow["hold"] {
  return async (caller) => {
    const own = caller.subject.dialect.rules.clientTaskIds ? { taskId: `task-${caller.contextId}` } : {};
    const spoil = (wire: Members): Members => change(wire, caller.subject);
    await caller.ask("SendMessage", { message: caller.message([text("echo")], own) }, { spoil });
    await caller.ask("SendStreamingMessage", { message: caller.message([text("echo")], own) }, { spoil });
  };
}

function withMessage(wire: Members, change: (message: Members) => Members): Members {
  // safe: every version has a message there
  return { ...wire, message: change(wire.message as Members) };
}

/** The form of 0.3 in protobuf has another name for them. */
function partsOf(message: Members): string {
  return "content" in message ? "content" : "parts";
}
