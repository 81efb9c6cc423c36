import { results } from "../../generated/v0.1/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Decoded, ParamsOf, ResultOf } from "../dialect.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptPushConfig, acceptTask } from "./accept.js";
import { encodeCancelParams, encodeGetParams, encodeSendParams } from "./params.js";
import { decodePushConfig, encodePushConfig } from "./push.js";
import { decodeTask } from "./task.js";

type MakeId = () => string;

/** How a client writes the params and reads the result of one operation. */
export interface ClientMapping<O extends Operation> {
  encodeParams(params: ParamsOf<O>): unknown;
  decodeResult(wire: unknown, sent: ParamsOf<O>, makeId: MakeId): Decoded<ResultOf<O>>;
}

/** The mappings of the operations that 0.1 has. */
export const clientMappings: { readonly [O in Operation]?: ClientMapping<O> } = {
  SendMessage: {
    encodeParams: encodeSendParams,
    decodeResult: (wire, { message }, makeId) =>
      mapped(readTolerant(results.SendMessage, acceptTask, wire), (task) => ({
        task: decodeTask(task, { contextId: message.contextId ?? "", makeId }),
      })),
  },
  SendStreamingMessage: { encodeParams: encodeSendParams, decodeResult: refuseItem },
  GetTask: { encodeParams: encodeGetParams, decodeResult: readTask },
  CancelTask: { encodeParams: encodeCancelParams, decodeResult: readTask },
  SubscribeToTask: { encodeParams: ({ id }) => ({ id }), decodeResult: refuseItem },
  CreateTaskPushNotificationConfig: { encodeParams: encodePushConfig, decodeResult: readPushConfig },
  GetTaskPushNotificationConfig: { encodeParams: ({ taskId }) => ({ id: taskId }), decodeResult: readPushConfig },
};

/** An item of a stream is no result. @throws TypeError always */
export function refuseItem(): never {
  throw new TypeError("an item of a stream is an event, and what it means depends on those before it");
}

function readTask(wire: unknown, _: unknown, makeId: MakeId): Decoded<ResultOf<"GetTask">> {
  return mapped(readTolerant(results.GetTask, acceptTask, wire), (task) => decodeTask(task, { contextId: "", makeId }));
}

function readPushConfig(wire: unknown): Decoded<ResultOf<"GetTaskPushNotificationConfig">> {
  return mapped(readTolerant(results.GetTaskPushNotificationConfig, acceptPushConfig, wire), decodePushConfig);
}
