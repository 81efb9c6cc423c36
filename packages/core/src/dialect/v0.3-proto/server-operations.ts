import { paramsShapes } from "#shapes/v0.3-proto";
import type { Methods, Operation as WireOperation } from "../../generated/v0.3-proto/methods.js";
import { methods, params as paramsOf } from "../../generated/v0.3-proto/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Decoded, ParamsOf, ResultOf } from "../dialect.js";
import { readKnown } from "../read-known.js";
import { mapped } from "../read-tolerant.js";
import { copySet } from "../v0.3/copy-set.js";
import { encodeEvent, encodeReply } from "../v0.3/event.js";
import { decodeConfigParams, decodeGetParams, decodeSendParams } from "../v0.3/params.js";
import { decodeTaskConfig, encodeTaskConfig } from "../v0.3/push.js";
import type { ServerMapping } from "../v0.3/server-operations.js";
import { encodeTask } from "../v0.3/task.js";
import { acceptParams } from "./accept-params.js";
import { encodeExtendedCard } from "./card.js";
import { fromKindItem, fromKindReply } from "./event.js";
import { parseTaskName, taskNameForm, webhookNameForm } from "./name.js";
import { toKindConfigParams, toKindCreateParams, toKindGetParams, toKindSendParams } from "./params.js";
import { fromKindTaskConfig } from "./push.js";
import type { Form } from "./read.js";
import { chained, formed } from "./read.js";
import { fromKindTask } from "./task.js";

/** How a server reads the params and writes the result of one operation, where both are valid. */
interface Translation<O extends WireOperation> {
  decodeParams(wire: Methods[O]["params"]): Decoded<ParamsOf<O>>;
  encodeResult(result: ResultOf<O>): Methods[O]["result"];
}

function validated<O extends WireOperation>(operation: O, { decodeParams, encodeResult }: Translation<O>): ServerMapping<O> {
  const reading = { shape: paramsShapes[operation], accept: acceptParams[operation] };
  return {
    decodeParams(wire) {
      const given = wire ?? (methods[operation].paramsOptional ? {} : wire);
      return chained(readKnown<Methods[O]["params"]>(paramsOf[operation], reading, given), decodeParams);
    },
    encodeResult,
  };
}

/** The mappings of the operations that 0.3 has. */
export const serverMappings: { readonly [O in Operation]?: ServerMapping<O> } = {
  SendMessage: validated("SendMessage", {
    decodeParams: (wire) => ok(decodeSendParams(toKindSendParams(wire))),
    encodeResult: (reply) => fromKindReply(encodeReply(reply)),
  }),
  SendStreamingMessage: validated("SendStreamingMessage", {
    decodeParams: (wire) => ok(decodeSendParams(toKindSendParams(wire))),
    // Without its place an item cannot be said to be the last.
    encodeResult: (item) => fromKindItem(encodeEvent(item, { isLast: false })),
  }),
  GetTask: validated("GetTask", {
    decodeParams: (wire) => mapped(formed(toKindGetParams(wire), taskForm("GetTask")), decodeGetParams),
    encodeResult: (task) => fromKindTask(encodeTask(task)),
  }),
  CancelTask: validated("CancelTask", {
    decodeParams: ({ name }) => decodeId("CancelTask", name),
    encodeResult: (task) => fromKindTask(encodeTask(task)),
  }),
  SubscribeToTask: validated("SubscribeToTask", {
    decodeParams: ({ name }) => decodeId("SubscribeToTask", name),
    encodeResult: (item) => fromKindItem(encodeEvent(item, { isLast: false })),
  }),
  CreateTaskPushNotificationConfig: validated("CreateTaskPushNotificationConfig", {
    decodeParams: (wire) => mapped(formed(toKindCreateParams(wire), parentForm("CreateTaskPushNotificationConfig")), decodeTaskConfig),
    encodeResult: (config) => fromKindTaskConfig(encodeTaskConfig(config)),
  }),
  GetTaskPushNotificationConfig: validated("GetTaskPushNotificationConfig", {
    decodeParams: (wire) => mapped(formed(toKindConfigParams(wire), webhookForm("GetTaskPushNotificationConfig")), decodeConfigParams),
    encodeResult: (config) => fromKindTaskConfig(encodeTaskConfig(config)),
  }),
  ListTaskPushNotificationConfigs: validated("ListTaskPushNotificationConfigs", {
    decodeParams: (wire) =>
      mapped(formed(parseTaskName(wire.parent), parentForm("ListTaskPushNotificationConfigs")), (taskId) => {
        const params: ParamsOf<"ListTaskPushNotificationConfigs"> = { taskId };
        return copySet(wire, params, ["pageSize", "pageToken"]);
      }),
    encodeResult({ configs = [], nextPageToken }) {
      const page = { configs: configs.map((config) => fromKindTaskConfig(encodeTaskConfig(config))) };
      return nextPageToken ? Object.assign(page, { nextPageToken }) : page;
    },
  }),
  DeleteTaskPushNotificationConfig: validated("DeleteTaskPushNotificationConfig", {
    decodeParams: (wire) => mapped(formed(toKindConfigParams(wire), webhookForm("DeleteTaskPushNotificationConfig")), decodeConfigParams),
    encodeResult: () => ({}),
  }),
  GetExtendedAgentCard: validated("GetExtendedAgentCard", {
    decodeParams: () => ok({}),
    encodeResult: encodeExtendedCard,
  }),
};

function decodeId(operation: "CancelTask" | "SubscribeToTask", name: string): Decoded<{ id: string }> {
  return mapped(formed(parseTaskName(name), taskForm(operation)), (id) => ({ id }));
}

function taskForm(operation: WireOperation): Form {
  return { is: paramsOf[operation], pointer: "/name", expected: taskNameForm };
}

function parentForm(operation: WireOperation): Form {
  return { is: paramsOf[operation], pointer: "/parent", expected: taskNameForm };
}

function webhookForm(operation: WireOperation): Form {
  return { is: paramsOf[operation], pointer: "/name", expected: webhookNameForm };
}

function ok<T>(value: T): Decoded<T> {
  return { ok: true, value };
}
