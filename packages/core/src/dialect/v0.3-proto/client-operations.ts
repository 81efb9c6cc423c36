import { resultShapes } from "#shapes/v0.3-proto";
import { isTaskPushNotificationConfig } from "#validators/v0.3-proto";
import type { Methods, Operation as WireOperation } from "../../generated/v0.3-proto/methods.js";
import { results } from "../../generated/v0.3-proto/methods.js";
import type { TaskPushNotificationConfig as WireConfig } from "../../generated/v0.3-proto/types.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { TaskPushNotificationConfig } from "../../generated/v1.0/types.js";
import type { Decoded, ParamsOf, ResultOf } from "../dialect.js";
import { mapped } from "../read-tolerant.js";
import { clientV03 } from "../v0.3/client.js";
import type { ClientMapping } from "../v0.3/client-operations.js";
import { copySet } from "../v0.3/copy-set.js";
import { decodeItem, decodeReply } from "../v0.3/event.js";
import { encodeConfigParams, encodeGetParams, encodeSendParams } from "../v0.3/params.js";
import { decodeTaskConfig, encodeTaskConfig } from "../v0.3/push.js";
import { decodeTask } from "../v0.3/task.js";
import { acceptResult } from "./accept.js";
import { decodeAgentCard } from "./card.js";
import { toKindItem, toKindReply } from "./event.js";
import { isTagged, isTaggedCard, itemIn } from "./kind.js";
import { taskName, webhookNameForm } from "./name.js";
import { fromKindConfigParams, fromKindCreateParams, fromKindGetParams, fromKindSendParams } from "./params.js";
import { toKindTaskConfig } from "./push.js";
import { formed, readEither } from "./read.js";
import { toKindTask } from "./task.js";

/** How a client writes the params and reads the result of one operation, where both are valid. */
interface Translation<O extends WireOperation> {
  encodeParams(params: ParamsOf<O>): Methods[O]["params"];
  decodeResult(wire: Methods[O]["result"], sent: ParamsOf<O>): Decoded<ResultOf<O>>;
  isTagged?(wire: unknown): boolean;
}

function validated<O extends WireOperation>(operation: O, { encodeParams, decodeResult, ...rest }: Translation<O>): ClientMapping<O> {
  const { isTagged: isTaggedResult = (wire: unknown) => isTagged(itemIn(wire)) } = rest;
  const form = { is: results[operation], reading: { shape: resultShapes[operation], accept: acceptResult[operation] } };
  return {
    encodeParams,
    decodeResult: (wire, sent) =>
      readEither<Methods[O]["result"], ResultOf<O>>(
        {
          is: form.is,
          reading: form.reading,
          isTagged: isTaggedResult,
          decode: (valid) => decodeResult(valid, sent),
          decodeTagged: (other) => clientV03.decodeResult(operation, itemIn(other), sent),
        },
        wire,
      ),
  };
}

/** The mappings of the operations that 0.3 has. */
export const clientMappings: { readonly [O in Operation]?: ClientMapping<O> } = {
  SendMessage: validated("SendMessage", {
    encodeParams: (params) => fromKindSendParams(encodeSendParams(params)),
    decodeResult: (wire) => ok(decodeReply(toKindReply(wire))),
  }),
  SendStreamingMessage: validated("SendStreamingMessage", {
    encodeParams: (params) => fromKindSendParams(encodeSendParams(params)),
    decodeResult: (wire) => ok(decodeItem(toKindItem(wire))),
  }),
  GetTask: validated("GetTask", {
    encodeParams: (params) => fromKindGetParams(encodeGetParams(params)),
    decodeResult: (wire) => ok(decodeTask(toKindTask(wire))),
  }),
  CancelTask: validated("CancelTask", {
    encodeParams: ({ id }) => ({ name: taskName(id) }),
    decodeResult: (wire) => ok(decodeTask(toKindTask(wire))),
  }),
  SubscribeToTask: validated("SubscribeToTask", {
    encodeParams: ({ id }) => ({ name: taskName(id) }),
    decodeResult: (wire) => ok(decodeItem(toKindItem(wire))),
  }),
  CreateTaskPushNotificationConfig: validated("CreateTaskPushNotificationConfig", {
    encodeParams: (params) => fromKindCreateParams(encodeTaskConfig(params)),
    decodeResult: (wire, { taskId = "" }) => decodeConfig(wire, taskId),
  }),
  GetTaskPushNotificationConfig: validated("GetTaskPushNotificationConfig", {
    encodeParams: (params) => fromKindConfigParams(encodeConfigParams(params)),
    decodeResult: (wire, { taskId }) => decodeConfig(wire, taskId),
  }),
  ListTaskPushNotificationConfigs: validated("ListTaskPushNotificationConfigs", {
    encodeParams(params) {
      const wire: Methods["ListTaskPushNotificationConfigs"]["params"] = { parent: taskName(params.taskId) };
      return copySet(params, wire, ["pageSize", "pageToken"]);
    },
    decodeResult: (wire, { taskId }) => decodePage(wire, taskId),
  }),
  DeleteTaskPushNotificationConfig: validated("DeleteTaskPushNotificationConfig", {
    encodeParams: (params) => fromKindConfigParams(encodeConfigParams(params)),
    decodeResult: () => ok({}),
  }),
  GetExtendedAgentCard: validated("GetExtendedAgentCard", {
    encodeParams: () => ({}),
    decodeResult: (wire) => ok(decodeAgentCard(wire)),
    isTagged: isTaggedCard,
  }),
};

function decodePage(
  { configs = [], nextPageToken }: Methods["ListTaskPushNotificationConfigs"]["result"],
  taskId: string,
): Decoded<ResultOf<"ListTaskPushNotificationConfigs">> {
  const page: ResultOf<"ListTaskPushNotificationConfigs"> = { configs: [] };
  for (const [at, config] of configs.entries()) {
    const decoded = decodeConfig(config, taskId, `/configs/${at}`);
    if (!decoded.ok) return decoded;
    page.configs?.push(decoded.value);
  }
  return ok(nextPageToken ? Object.assign(page, { nextPageToken }) : page);
}

function decodeConfig(wire: WireConfig, taskId: string, at = ""): Decoded<TaskPushNotificationConfig> {
  const form = { is: isTaskPushNotificationConfig, pointer: `${at}/name`, expected: webhookNameForm };
  return mapped(formed(toKindTaskConfig(wire, taskId), form), decodeTaskConfig);
}

function ok<T>(value: T): Decoded<T> {
  return { ok: true, value };
}
