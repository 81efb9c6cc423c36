import { paramsShapes } from "#shapes/v1.1";
import { isGetTaskRequest, isSendMessageRequest, isStreamResponse } from "#validators/v1.1";
import type { Task } from "../../generated/v1.0/types.js";
import { refinedErrors } from "../../generated/v1.1/columns.js";
import type { Operation } from "../../generated/v1.1/methods.js";
import { card } from "../../generated/v1.1/methods.js";
import type { SendMessageRequest, StreamResponse } from "../../generated/v1.1/types.js";
import type { Decoded, DecodedParams, Dialect, Generations, ResultOf } from "../dialect.js";
import { readKnown } from "../read-known.js";
import { dialectV10 } from "../v1.0/index.js";
import { acceptGetTask, acceptSend } from "./accept-params.js";
import { clientV11, eventReading } from "./client.js";
import { encodeError } from "./error.js";

/** What may ask for a generation. */
const readParams: { readonly [O in Operation]?: (wire: unknown) => DecodedParams<O> } = {
  SendMessage: readSend,
  SendStreamingMessage: readSend,
  GetTask(wire) {
    const read = readKnown(isGetTaskRequest, { shape: paramsShapes.GetTask, accept: acceptGetTask }, wire);
    if (!read.ok || read.value.currentGeneration === undefined) return read;
    return Object.assign({ conditions: { currentGeneration: read.value.currentGeneration } }, read);
  },
};

function readSend(wire: unknown): Decoded<SendMessageRequest> {
  const read = readKnown(isSendMessageRequest, { shape: paramsShapes.SendMessage, accept: acceptSend }, wire);
  const ifGenerationMatch = read.ok ? read.value.configuration?.ifGenerationMatch : undefined;
  // The guard stays in the params as well: the same message under another guard is not the same request.
  return ifGenerationMatch === undefined ? read : Object.assign({ conditions: { ifGenerationMatch } }, read);
}

/** What has tasks in it. */
const writeResult: { readonly [O in Operation]?: (result: ResultOf<O>, generations: Generations) => unknown } = {
  SendMessage: (answer, generations) => (answer.task ? { task: counted(answer.task, generations) } : answer),
  GetTask: counted,
  CancelTask: counted,
  ListTasks: ({ tasks, ...page }, generations) => Object.assign({ tasks: tasks.map((task) => counted(task, generations)) }, page),
};

/** Protocol 1.1, a preview: 1.0, and the generation of tasks, which is the number of their last log entry. */
export const dialectV11: Dialect = {
  ...dialectV10,
  ...clientV11,
  rules: { ...dialectV10.rules, saysGenerations: true },
  card,
  refinedErrors,
  decodeParams: (operation, wire) => readParams[operation]?.(wire) ?? dialectV10.decodeParams(operation, wire),
  encodeResult: (operation, result, generations) =>
    (generations && writeResult[operation]?.(result, generations)) ?? dialectV10.encodeResult(operation, result),
  encodeEvent: (event, _, generation) => [withGeneration(event, generation)],
  encodePush: ({ event, number }) => withGeneration(event, number),
  decodePush: (wire) => readKnown(isStreamResponse, eventReading, wire),
  encodeError,
};

function counted(task: Task, generations: Generations): Task {
  const generation = generations.get(task);
  return generation === undefined ? task : Object.assign({}, task, { generation });
}

/** An event with the generation that it leads to; a direct reply is of no task. */
function withGeneration(event: StreamResponse, generation: number | undefined): StreamResponse {
  const { task, statusUpdate, artifactUpdate } = event;
  if (generation === undefined) return event;
  if (task) return { task: Object.assign({}, task, { generation }) };
  if (statusUpdate) return { statusUpdate: Object.assign({}, statusUpdate, { generation }) };
  return artifactUpdate ? { artifactUpdate: Object.assign({}, artifactUpdate, { generation }) } : event;
}
