import { optionalParams } from "../../generated/v0.3/columns.js";
import type { Methods, Operation as WireOperation } from "../../generated/v0.3/methods.js";
import { params as paramsOf } from "../../generated/v0.3/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Decoded, ParamsOf, ResultOf } from "../dialect.js";
import type { Rewrite } from "../read-tolerant.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptObject } from "./accept.js";
import { acceptSendParams, acceptTaskConfig } from "./accept-params.js";
import { encodeExtendedCard } from "./card.js";
import { encodeEvent, encodeReply } from "./event.js";
import { decodeCancelParams, decodeConfigParams, decodeGetParams, decodeSendParams } from "./params.js";
import { decodeTaskConfig, encodeTaskConfig } from "./push.js";
import { encodeTask } from "./task.js";

/** How a server reads the params and writes the result of one operation. */
export interface ServerMapping<O extends Operation> {
  decodeParams(wire: unknown): Decoded<ParamsOf<O>>;
  encodeResult(result: ResultOf<O>): unknown;
}

/** The same, of values that are valid, and what is tolerated instead of them. */
interface Translation<O extends WireOperation> {
  readonly accept: Rewrite;
  decodeParams(wire: Methods[O]["params"]): ParamsOf<O>;
  encodeResult(result: ResultOf<O>): Methods[O]["result"];
}

function validated<O extends WireOperation>(operation: O, { accept, decodeParams, encodeResult }: Translation<O>): ServerMapping<O> {
  return {
    decodeParams(wire) {
      const given = wire ?? (optionalParams.includes(operation) ? {} : wire);
      return mapped(readTolerant<Methods[O]["params"]>(paramsOf[operation], accept, given), decodeParams);
    },
    encodeResult,
  };
}

/** The mappings of the operations that 0.3 has. */
export const serverMappings: { readonly [O in Operation]?: ServerMapping<O> } = {
  SendMessage: validated("SendMessage", {
    accept: acceptSendParams,
    decodeParams: decodeSendParams,
    encodeResult: encodeReply,
  }),
  SendStreamingMessage: validated("SendStreamingMessage", {
    accept: acceptSendParams,
    decodeParams: decodeSendParams,
    // Without its place an item cannot be said to be the last.
    encodeResult: (item) => encodeEvent(item, { isLast: false }),
  }),
  GetTask: validated("GetTask", {
    accept: acceptObject,
    decodeParams: decodeGetParams,
    encodeResult: encodeTask,
  }),
  CancelTask: validated("CancelTask", {
    accept: acceptObject,
    decodeParams: decodeCancelParams,
    encodeResult: encodeTask,
  }),
  SubscribeToTask: validated("SubscribeToTask", {
    accept: acceptObject,
    decodeParams: ({ id }) => ({ id }),
    encodeResult: (item) => encodeEvent(item, { isLast: false }),
  }),
  CreateTaskPushNotificationConfig: validated("CreateTaskPushNotificationConfig", {
    accept: acceptTaskConfig,
    decodeParams: decodeTaskConfig,
    // Some clients look for this member, others for the webhook: both find what they look for.
    encodeResult: (config) => ({ ...encodeTaskConfig(config), success: true }),
  }),
  GetTaskPushNotificationConfig: validated("GetTaskPushNotificationConfig", {
    accept: acceptObject,
    decodeParams: decodeConfigParams,
    encodeResult: encodeTaskConfig,
  }),
  ListTaskPushNotificationConfigs: validated("ListTaskPushNotificationConfigs", {
    accept: acceptObject,
    decodeParams: ({ id }) => ({ taskId: id }),
    encodeResult: ({ configs = [] }) => configs.map(encodeTaskConfig),
  }),
  DeleteTaskPushNotificationConfig: validated("DeleteTaskPushNotificationConfig", {
    accept: acceptObject,
    decodeParams: decodeConfigParams,
    encodeResult: () => null,
  }),
  GetExtendedAgentCard: validated("GetExtendedAgentCard", {
    accept: acceptObject,
    decodeParams: () => ({}),
    encodeResult: encodeExtendedCard,
  }),
};
