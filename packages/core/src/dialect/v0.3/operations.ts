import { optionalParams } from "../../generated/v0.3/columns.js";
import type { Methods, Operation as WireOperation } from "../../generated/v0.3/methods.js";
import { params as paramsOf, results } from "../../generated/v0.3/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Decoded, ParamsOf, ResultOf } from "../dialect.js";
import type { Rewrite } from "../read-tolerant.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import {
  acceptAnsweredConfig,
  acceptCard,
  acceptConfigs,
  acceptItem,
  acceptNothing,
  acceptObject,
  acceptSendParams,
  acceptTask,
  acceptTaskConfig,
} from "./accept.js";
import { decodeAgentCard, encodeExtendedCard } from "./card.js";
import { decodeItem, decodeReply, encodeEvent, encodeReply } from "./event.js";
import {
  decodeCancelParams,
  decodeConfigParams,
  decodeGetParams,
  decodeSendParams,
  encodeCancelParams,
  encodeConfigParams,
  encodeGetParams,
  encodeSendParams,
} from "./params.js";
import { decodeTaskConfig, encodeTaskConfig } from "./push.js";
import { decodeTask, encodeTask } from "./task.js";

/** How the params and the result of one operation are written and read. */
export interface OperationMapping<O extends Operation> {
  decodeParams(wire: unknown): Decoded<ParamsOf<O>>;
  encodeParams(params: ParamsOf<O>): unknown;
  decodeResult(wire: unknown, sent: ParamsOf<O>): Decoded<ResultOf<O>>;
  encodeResult(result: ResultOf<O>): unknown;
}

/**
 * The mapping of an operation.
 *
 * @throws TypeError for an operation that 0.3 lacks: it has no method name, so nobody can have asked for it
 */
export function mappingOf<O extends Operation>(operation: O): OperationMapping<O> {
  const mapping: OperationMapping<O> | undefined = mappings[operation];
  if (!mapping) throw new TypeError(`protocol 0.3 has no ${operation}`);
  return mapping;
}

/** The same, of values that are valid, and what is tolerated instead of them. */
interface Translation<O extends WireOperation> {
  readonly acceptParams: Rewrite;
  decodeParams(wire: Methods[O]["params"]): ParamsOf<O>;
  encodeParams(params: ParamsOf<O>): Methods[O]["params"];
  acceptResult(sent: ParamsOf<O>): Rewrite;
  decodeResult(wire: Methods[O]["result"]): ResultOf<O>;
  encodeResult(result: ResultOf<O>): Methods[O]["result"];
}

function validated<O extends WireOperation>(operation: O, translation: Translation<O>): OperationMapping<O> {
  const { acceptParams, acceptResult } = translation;
  return {
    decodeParams(wire) {
      const given = wire ?? (optionalParams.includes(operation) ? {} : wire);
      return mapped(readTolerant<Methods[O]["params"]>(paramsOf[operation], acceptParams, given), translation.decodeParams);
    },
    encodeParams: translation.encodeParams,
    decodeResult(wire, sent) {
      return mapped(readTolerant<Methods[O]["result"]>(results[operation], acceptResult(sent), wire), translation.decodeResult);
    },
    encodeResult: translation.encodeResult,
  };
}

const mappings: { readonly [O in Operation]?: OperationMapping<O> } = {
  SendMessage: validated("SendMessage", {
    acceptParams: acceptSendParams,
    decodeParams: decodeSendParams,
    encodeParams: encodeSendParams,
    acceptResult: () => acceptItem,
    decodeResult: decodeReply,
    encodeResult: encodeReply,
  }),
  SendStreamingMessage: validated("SendStreamingMessage", {
    acceptParams: acceptSendParams,
    decodeParams: decodeSendParams,
    encodeParams: encodeSendParams,
    acceptResult: () => acceptItem,
    decodeResult: decodeItem,
    // Without its place an item cannot be said to be the last.
    encodeResult: (item) => encodeEvent(item, { isLast: false }),
  }),
  GetTask: validated("GetTask", {
    acceptParams: acceptObject,
    decodeParams: decodeGetParams,
    encodeParams: encodeGetParams,
    acceptResult: () => acceptTask,
    decodeResult: decodeTask,
    encodeResult: encodeTask,
  }),
  CancelTask: validated("CancelTask", {
    acceptParams: acceptObject,
    decodeParams: decodeCancelParams,
    encodeParams: encodeCancelParams,
    acceptResult: () => acceptTask,
    decodeResult: decodeTask,
    encodeResult: encodeTask,
  }),
  SubscribeToTask: validated("SubscribeToTask", {
    acceptParams: acceptObject,
    decodeParams: ({ id }) => ({ id }),
    encodeParams: ({ id }) => ({ id }),
    acceptResult: () => acceptItem,
    decodeResult: decodeItem,
    encodeResult: (item) => encodeEvent(item, { isLast: false }),
  }),
  CreateTaskPushNotificationConfig: validated("CreateTaskPushNotificationConfig", {
    acceptParams: acceptTaskConfig,
    decodeParams: decodeTaskConfig,
    encodeParams: encodeTaskConfig,
    acceptResult: (sent) => acceptAnsweredConfig(encodeTaskConfig(sent)),
    decodeResult: decodeTaskConfig,
    // Some clients look for this member, others for the webhook: both find what they look for.
    encodeResult: (config) => ({ ...encodeTaskConfig(config), success: true }),
  }),
  GetTaskPushNotificationConfig: validated("GetTaskPushNotificationConfig", {
    acceptParams: acceptObject,
    decodeParams: decodeConfigParams,
    encodeParams: encodeConfigParams,
    acceptResult: () => acceptAnsweredConfig({}),
    decodeResult: decodeTaskConfig,
    encodeResult: encodeTaskConfig,
  }),
  ListTaskPushNotificationConfigs: validated("ListTaskPushNotificationConfigs", {
    acceptParams: acceptObject,
    decodeParams: ({ id }) => ({ taskId: id }),
    encodeParams: ({ taskId }) => ({ id: taskId }),
    acceptResult: () => acceptConfigs,
    decodeResult: (configs) => ({ configs: configs.map(decodeTaskConfig) }),
    encodeResult: ({ configs = [] }) => configs.map(encodeTaskConfig),
  }),
  DeleteTaskPushNotificationConfig: validated("DeleteTaskPushNotificationConfig", {
    acceptParams: acceptObject,
    decodeParams: decodeConfigParams,
    encodeParams: encodeConfigParams,
    acceptResult: () => acceptNothing,
    decodeResult: () => ({}),
    encodeResult: () => null,
  }),
  GetExtendedAgentCard: validated("GetExtendedAgentCard", {
    acceptParams: acceptObject,
    decodeParams: () => ({}),
    encodeParams: () => ({}),
    acceptResult: () => acceptCard,
    decodeResult: decodeAgentCard,
    encodeResult: encodeExtendedCard,
  }),
};
