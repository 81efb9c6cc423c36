import { params as paramsOf, results } from "../../generated/v0.1/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Decoded, ParamsOf, ResultOf } from "../dialect.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptParams, acceptPushConfig, acceptTask } from "./accept.js";
import {
  decodeCancelParams,
  decodeGetParams,
  decodePushQuery,
  decodeSendParams,
  encodeCancelParams,
  encodeGetParams,
  encodeSendParams,
} from "./params.js";
import { decodePushConfig, encodePushConfig } from "./push.js";
import { decodeTask, encodeTask } from "./task.js";

type MakeId = () => string;

/** How the params and the result of one operation are written and read. */
export interface OperationMapping<O extends Operation> {
  decodeParams(wire: unknown, makeId: MakeId): Decoded<ParamsOf<O>>;
  encodeParams(params: ParamsOf<O>): unknown;
  decodeResult(wire: unknown, sent: ParamsOf<O>, makeId: MakeId): Decoded<ResultOf<O>>;
  encodeResult(result: ResultOf<O>): unknown;
}

/**
 * The mapping of an operation.
 *
 * @throws TypeError for an operation that 0.1 lacks: it has no method name, so nobody can have asked for it
 */
export function mappingOf<O extends Operation>(operation: O): OperationMapping<O> {
  const mapping: OperationMapping<O> | undefined = mappings[operation];
  if (!mapping) throw new TypeError(`protocol 0.1 has no ${operation}`);
  return mapping;
}

const mappings: { readonly [O in Operation]?: OperationMapping<O> } = {
  SendMessage: {
    decodeParams: readSendParams,
    encodeParams: encodeSendParams,
    decodeResult: (wire, { message }, makeId) =>
      mapped(readTolerant(results.SendMessage, acceptTask, wire), (task) => ({
        task: decodeTask(task, { contextId: message.contextId ?? "", makeId }),
      })),
    encodeResult({ task }) {
      if (!task) throw new TypeError("0.1 has no direct replies: the rules of the dialect say so");
      return encodeTask(task);
    },
  },
  SendStreamingMessage: {
    decodeParams: readSendParams,
    encodeParams: encodeSendParams,
    decodeResult: refuseItem,
    encodeResult: refuseItem,
  },
  GetTask: {
    decodeParams: (wire) => mapped(readTolerant(paramsOf.GetTask, acceptParams.GetTask, wire), decodeGetParams),
    encodeParams: encodeGetParams,
    decodeResult: readTask,
    encodeResult: encodeTask,
  },
  CancelTask: {
    decodeParams: (wire) => mapped(readTolerant(paramsOf.CancelTask, acceptParams.CancelTask, wire), decodeCancelParams),
    encodeParams: encodeCancelParams,
    decodeResult: readTask,
    // Its params cannot ask for history, and without being asked for there is none.
    encodeResult: ({ history: _, ...task }) => encodeTask(task),
  },
  SubscribeToTask: {
    decodeParams: (wire) => mapped(readTolerant(paramsOf.SubscribeToTask, acceptParams.SubscribeToTask, wire), ({ id }) => ({ id })),
    encodeParams: ({ id }) => ({ id }),
    decodeResult: refuseItem,
    encodeResult: refuseItem,
  },
  CreateTaskPushNotificationConfig: {
    decodeParams(wire) {
      const { CreateTaskPushNotificationConfig: accept } = acceptParams;
      return mapped(readTolerant(paramsOf.CreateTaskPushNotificationConfig, accept, wire), decodePushConfig);
    },
    encodeParams: encodePushConfig,
    decodeResult: readPushConfig,
    encodeResult: encodePushConfig,
  },
  GetTaskPushNotificationConfig: {
    decodeParams(wire) {
      const { GetTaskPushNotificationConfig: accept } = acceptParams;
      return mapped(readTolerant(paramsOf.GetTaskPushNotificationConfig, accept, wire), decodePushQuery);
    },
    encodeParams: ({ taskId }) => ({ id: taskId }),
    decodeResult: readPushConfig,
    encodeResult: encodePushConfig,
  },
};

function readSendParams(wire: unknown, makeId: MakeId): Decoded<ParamsOf<"SendMessage">> {
  return mapped(readTolerant(paramsOf.SendMessage, acceptParams.SendMessage, wire), (params) => decodeSendParams(params, makeId));
}

function readTask(wire: unknown, _: unknown, makeId: MakeId): Decoded<ResultOf<"GetTask">> {
  return mapped(readTolerant(results.GetTask, acceptTask, wire), (task) => decodeTask(task, { contextId: "", makeId }));
}

function readPushConfig(wire: unknown): Decoded<ResultOf<"GetTaskPushNotificationConfig">> {
  return mapped(readTolerant(results.GetTaskPushNotificationConfig, acceptPushConfig, wire), decodePushConfig);
}

function refuseItem(): never {
  throw new TypeError("an item of a stream is an event, and what it means depends on those before it");
}
