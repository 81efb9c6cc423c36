import { resultShapes } from "#shapes/v1.1";
import { isListTasksResponse, isSendMessageResponse, isStreamResponse, isTask } from "#validators/v1.1";
import type { Operation } from "../../generated/v1.1/methods.js";
import type { GetTaskRequest, SendMessageRequest, StreamResponse } from "../../generated/v1.1/types.js";
import type { ClientDialect, Conditions, Decoded, ParamsOf, ResultOf } from "../dialect.js";
import type { Reading } from "../read-known.js";
import { readKnown } from "../read-known.js";
import { mapped } from "../read-tolerant.js";
import { clientV10 } from "../v1.0/client.js";
import { acceptAnswer, acceptPage, acceptStreamItem, acceptTask } from "./accept.js";
import { decodeError } from "./error.js";
import { factsV11 } from "./facts.js";

/** How items of a stream are read. */
export const eventReading: Reading = { shape: resultShapes.SubscribeToTask, accept: acceptStreamItem };

/** What has tasks in it, which say their generation. */
const readResult: { readonly [O in Operation]?: (wire: unknown) => Decoded<ResultOf<O>> } = {
  SendMessage: (wire) => readKnown(isSendMessageResponse, { shape: resultShapes.SendMessage, accept: acceptAnswer }, wire),
  GetTask: (wire) => readKnown(isTask, { shape: resultShapes.GetTask, accept: acceptTask }, wire),
  ListTasks: (wire) => readKnown(isListTasksResponse, { shape: resultShapes.ListTasks, accept: acceptPage }, wire),
  CancelTask: (wire) => readKnown(isTask, { shape: resultShapes.CancelTask, accept: acceptTask }, wire),
};

/** What asks for a generation. */
const writeParams: { readonly [O in Operation]?: (params: ParamsOf<O>, conditions: Conditions) => unknown } = {
  GetTask: (params, { currentGeneration }): GetTaskRequest =>
    currentGeneration === undefined ? params : withMember(params, { currentGeneration }),
  SendMessage: guarded,
  SendStreamingMessage: guarded,
};

/** Protocol 1.1 for clients: 1.0, and generations. What it adds to the domain model stays with the values: they are of its own types. */
export const clientV11: ClientDialect = {
  ...clientV10,
  ...factsV11,
  rules: { ...clientV10.rules, saysGenerations: true },
  encodeParams: (operation, params, conditions) => (conditions && writeParams[operation]?.(params, conditions)) ?? params,
  decodeResult: (operation, wire, sent) => readResult[operation]?.(wire) ?? clientV10.decodeResult(operation, wire, sent),
  createEventDecoder() {
    const count = createCounter();
    return (wire) =>
      mapped(readKnown(isStreamResponse, eventReading, wire), (event) => ({ events: [event], isLast: false, generation: count(event) }));
  },
  decodeError,
};

function guarded(params: ParamsOf<"SendMessage">, { ifGenerationMatch }: Conditions): SendMessageRequest {
  if (ifGenerationMatch === undefined) return params;
  return withMember(params, { configuration: withMember(params.configuration ?? {}, { ifGenerationMatch }) });
}

function withMember<T extends object, M extends object>(value: T, member: M): T & M {
  return Object.assign({}, value, member);
}

/** Reads the generations of a stream's events. An agent that gives none, or the same twice in a row, does not count: then there are none. */
function createCounter(): (event: StreamResponse) => number | undefined {
  let last = 0;
  let isCounting = true;
  return ({ task, statusUpdate, artifactUpdate }) => {
    const generation = (task ?? statusUpdate ?? artifactUpdate)?.generation ?? 0;
    isCounting &&= generation !== last && generation !== 0;
    last = generation;
    return isCounting ? generation : undefined;
  };
}
