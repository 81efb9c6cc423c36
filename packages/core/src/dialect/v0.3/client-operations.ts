import type { Methods, Operation as WireOperation } from "../../generated/v0.3/methods.js";
import { results } from "../../generated/v0.3/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Decoded, ParamsOf, ResultOf } from "../dialect.js";
import type { Rewrite } from "../read-tolerant.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptAnsweredConfig, acceptCard, acceptConfigs, acceptItem, acceptNothing, acceptTask } from "./accept.js";
import { decodeAgentCard } from "./card.js";
import { decodeItem, decodeReply } from "./event.js";
import { encodeCancelParams, encodeConfigParams, encodeGetParams, encodeSendParams } from "./params.js";
import { decodeTaskConfig, encodeTaskConfig } from "./push.js";
import { decodeTask } from "./task.js";

/** How a client writes the params and reads the result of one operation. */
export interface ClientMapping<O extends Operation> {
  encodeParams(params: ParamsOf<O>): unknown;
  decodeResult(wire: unknown, sent: ParamsOf<O>): Decoded<ResultOf<O>>;
}

/** The same, of values that are valid, and what is tolerated instead of them. */
interface Translation<O extends WireOperation> {
  encodeParams(params: ParamsOf<O>): Methods[O]["params"];
  accept(sent: ParamsOf<O>): Rewrite;
  decodeResult(wire: Methods[O]["result"]): ResultOf<O>;
}

function validated<O extends WireOperation>(operation: O, { encodeParams, accept, decodeResult }: Translation<O>): ClientMapping<O> {
  return {
    encodeParams,
    decodeResult: (wire, sent) => mapped(readTolerant<Methods[O]["result"]>(results[operation], accept(sent), wire), decodeResult),
  };
}

/** The mappings of the operations that 0.3 has. */
export const clientMappings: { readonly [O in Operation]?: ClientMapping<O> } = {
  SendMessage: validated("SendMessage", {
    encodeParams: encodeSendParams,
    accept: () => acceptItem,
    decodeResult: decodeReply,
  }),
  SendStreamingMessage: validated("SendStreamingMessage", {
    encodeParams: encodeSendParams,
    accept: () => acceptItem,
    decodeResult: decodeItem,
  }),
  GetTask: validated("GetTask", {
    encodeParams: encodeGetParams,
    accept: () => acceptTask,
    decodeResult: decodeTask,
  }),
  CancelTask: validated("CancelTask", {
    encodeParams: encodeCancelParams,
    accept: () => acceptTask,
    decodeResult: decodeTask,
  }),
  SubscribeToTask: validated("SubscribeToTask", {
    encodeParams: ({ id }) => ({ id }),
    accept: () => acceptItem,
    decodeResult: decodeItem,
  }),
  CreateTaskPushNotificationConfig: validated("CreateTaskPushNotificationConfig", {
    encodeParams: encodeTaskConfig,
    accept: (sent) => acceptAnsweredConfig(encodeTaskConfig(sent)),
    decodeResult: decodeTaskConfig,
  }),
  GetTaskPushNotificationConfig: validated("GetTaskPushNotificationConfig", {
    encodeParams: encodeConfigParams,
    accept: () => acceptAnsweredConfig({}),
    decodeResult: decodeTaskConfig,
  }),
  ListTaskPushNotificationConfigs: validated("ListTaskPushNotificationConfigs", {
    encodeParams: ({ taskId }) => ({ id: taskId }),
    accept: () => acceptConfigs,
    decodeResult: (configs) => ({ configs: configs.map(decodeTaskConfig) }),
  }),
  DeleteTaskPushNotificationConfig: validated("DeleteTaskPushNotificationConfig", {
    encodeParams: encodeConfigParams,
    accept: () => acceptNothing,
    decodeResult: () => ({}),
  }),
  GetExtendedAgentCard: validated("GetExtendedAgentCard", {
    encodeParams: () => ({}),
    accept: () => acceptCard,
    decodeResult: decodeAgentCard,
  }),
};
