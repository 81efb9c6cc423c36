import type { Methods, Operation as WireOperation } from "../../generated/v0.1/methods.js";
import { params as paramsOf } from "../../generated/v0.1/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Decoded, ParamsOf, ResultOf } from "../dialect.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptParams } from "./accept-params.js";
import { refuseItem } from "./client-operations.js";
import { decodeCancelParams, decodeGetParams, decodePushQuery, decodeSendParams } from "./params.js";
import { decodePushConfig, encodePushConfig } from "./push.js";
import { encodeTask } from "./task.js";

type MakeId = () => string;

/** How a server reads the params and writes the result of one operation. */
export interface ServerMapping<O extends Operation> {
  decodeParams(wire: unknown, makeId: MakeId): Decoded<ParamsOf<O>>;
  encodeResult(result: ResultOf<O>): unknown;
}

/** The mappings of the operations that 0.1 has. */
export const serverMappings: { readonly [O in Operation]?: ServerMapping<O> } = {
  SendMessage: {
    decodeParams: readSendParams,
    encodeResult({ task }) {
      if (!task) throw new TypeError("0.1 has no direct replies: the rules of the dialect say so");
      return encodeTask(task);
    },
  },
  SendStreamingMessage: { decodeParams: readSendParams, encodeResult: refuseItem },
  GetTask: { decodeParams: (wire) => mapped(read("GetTask", wire), decodeGetParams), encodeResult: encodeTask },
  CancelTask: {
    decodeParams: (wire) => mapped(read("CancelTask", wire), decodeCancelParams),
    // Its params cannot ask for history, and without being asked for there is none.
    encodeResult: ({ history: _, ...task }) => encodeTask(task),
  },
  SubscribeToTask: {
    decodeParams: (wire) => mapped(read("SubscribeToTask", wire), ({ id }) => ({ id })),
    encodeResult: refuseItem,
  },
  CreateTaskPushNotificationConfig: {
    decodeParams: (wire) => mapped(read("CreateTaskPushNotificationConfig", wire), decodePushConfig),
    encodeResult: encodePushConfig,
  },
  GetTaskPushNotificationConfig: {
    decodeParams: (wire) => mapped(read("GetTaskPushNotificationConfig", wire), decodePushQuery),
    encodeResult: encodePushConfig,
  },
};

function readSendParams(wire: unknown, makeId: MakeId): Decoded<ParamsOf<"SendMessage">> {
  return mapped(read("SendMessage", wire), (params) => decodeSendParams(params, makeId));
}

function read<O extends WireOperation>(operation: O, wire: unknown): Decoded<Methods[O]["params"]> {
  return readTolerant<Methods[O]["params"]>(paramsOf[operation], acceptParams[operation], wire);
}
