import type { Artifact, Content, Message, Part, TaskEvent, TaskState } from "@a2a/core";
import { A2AError, isStreamResponse, message, parseJson, partsOf, validate } from "@a2a/core";
import { defaultMaxDepth } from "@a2a/core/internal";
import type { ArtifactInput, Yield } from "../agent/agent.js";
import { copyPlain } from "../agent/copy-json.js";
import { isLikeBase64 } from "../agent/is-like-base64.js";

/** What the runtime fills into the events of one turn. */
export interface TurnIds {
  readonly taskId: string;
  readonly contextId: string;
  /** Artifact of the strings and parts that the turn yields; absent before the first. */
  outputId: string | undefined;
  makeId(): string;
  now(): string;
}

/** A yield understood: an event of the task, or the agent's direct words. */
export type Said =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "event"; readonly event: TaskEvent; readonly ends: boolean };

/**
 * Turns a yield into what goes into the log, complete and valid.
 *
 * @throws A2AError `InvalidAgentResponseError` for what no agent may say
 */
export function readYield(value: Yield, ids: TurnIds): Said {
  // A string can neither be invalid nor change later: the hot path of token streams skips copy and validation.
  if (typeof value === "string") return { kind: "event", event: outputChunk({ text: value }, ids), ends: false };
  const said = readObject(plainCopy(value), ids);
  const problem = problemOf(said.kind === "message" ? { message: said.message } : said.event);
  if (problem) throw invalid(problem);
  if (partsIn(said).some(({ raw }) => raw !== undefined && !isLikeBase64(raw)))
    throw invalid("the agent yielded a raw part that is not base64");
  return said;
}

/** A message of the agent that says no more than a text. */
export function wordsOf({ makeId, taskId, contextId }: Pick<TurnIds, "makeId" | "taskId" | "contextId">, text: string): Message {
  return { messageId: makeId(), role: "ROLE_AGENT", parts: [{ text }], taskId, contextId };
}

function statusEvent(state: TaskState, ids: Pick<TurnIds, "taskId" | "contextId" | "now">, words?: Message): TaskEvent {
  const status = { state, ...(words && { message: words }), timestamp: ids.now() };
  return { statusUpdate: { taskId: ids.taskId, contextId: ids.contextId, status } };
}

function readObject(value: Exclude<Yield, string>, ids: TurnIds): Said {
  if ("state" in value) return readState(value, ids);
  if ("artifact" in value) return { kind: "event", event: artifactEvent(value, ids), ends: false };
  if ("parts" in value) return { kind: "message", message: fromAgent(value, ids) };
  return { kind: "event", event: outputChunk(value, ids), ends: false };
}

function readState({ state, message: words, continues }: Extract<Yield, { state: TaskState }>, ids: TurnIds): Said {
  if (state === "TASK_STATE_SUBMITTED" || state === "TASK_STATE_UNSPECIFIED") throw invalid(`an agent cannot put a task into ${state}`);
  const said = words === undefined ? undefined : fromAgent(typeof words === "string" ? message(words, {}, ids.makeId) : words, ids);
  const ends = state !== "TASK_STATE_WORKING" && !(state === "TASK_STATE_AUTH_REQUIRED" && continues === true);
  return { kind: "event", event: statusEvent(state, ids, said), ends };
}

function artifactEvent(
  { artifact, append, lastChunk }: { artifact: ArtifactInput; append?: boolean; lastChunk?: boolean },
  ids: TurnIds,
): TaskEvent {
  if (typeof artifact !== "object" || artifact === null) throw invalid("an artifact that is no object");
  // In place, for it is a copy of what was yielded, and member by member: this is done for every chunk of every stream.
  const whole: { artifactId?: string; parts: Content } = artifact;
  whole.artifactId ??= ids.makeId();
  whole.parts = partsOf(artifact.parts);
  const isWhole = append === undefined && lastChunk === undefined;
  // safe: it has the members that were lacking now, and what is wrong with the others is found when the event is validated
  return artifactUpdate(ids, whole as Artifact, { append: append ?? false, lastChunk: lastChunk ?? isWhole });
}

function outputChunk(part: Part, ids: TurnIds): TaskEvent {
  const append = ids.outputId !== undefined;
  ids.outputId ??= ids.makeId();
  return artifactUpdate(ids, { artifactId: ids.outputId, parts: [part] }, { append, lastChunk: false });
}

function artifactUpdate(ids: TurnIds, artifact: Artifact, { append, lastChunk }: { append: boolean; lastChunk: boolean }): TaskEvent {
  const { taskId, contextId } = ids;
  return { artifactUpdate: { taskId, contextId, artifact, ...(append && { append }), ...(lastChunk && { lastChunk }) } };
}

function fromAgent(words: Message, { taskId, contextId }: TurnIds): Message {
  return Object.assign({}, words, { role: "ROLE_AGENT", taskId, contextId } as const);
}

/** A copy that the agent cannot change later, reduced to what JSON can say. */
function plainCopy(value: Exclude<Yield, string>): Exclude<Yield, string> {
  let text: string | undefined;
  try {
    const copy = typeof value === "object" ? copyPlain(value, defaultMaxDepth) : undefined;
    // safe: a copy has the shape of what it copies; what is wrong with the shape is found when the event is validated
    if (copy !== undefined && copy !== null) return copy as Exclude<Yield, string>;
    text = JSON.stringify(value);
  } catch (error) {
    throw invalid("a yield that is not JSON", error);
  }
  const parsed = parseJson(text ?? "");
  if (!parsed.ok) throw invalid(`a yield that is not JSON: ${parsed.detail}`);
  if (typeof parsed.value !== "object" || parsed.value === null) throw invalid("a yield that is neither a string nor an object");
  // safe: JSON of a value has its shape; what is wrong with the shape is found when the event is validated
  return parsed.value as Exclude<Yield, string>;
}

function partsIn(said: Said): readonly Part[] {
  if (said.kind === "message") return said.message.parts;
  if ("artifactUpdate" in said.event) return said.event.artifactUpdate.artifact.parts;
  return ("statusUpdate" in said.event && said.event.statusUpdate.status.message?.parts) || [];
}

function problemOf(event: unknown): string | undefined {
  const outcome = validate(isStreamResponse, event);
  return outcome.ok ? undefined : `the agent yielded ${outcome.problem.pointer}: expected ${outcome.problem.expected}`;
}

function invalid(detail: string, cause?: unknown): A2AError {
  return new A2AError("InvalidAgentResponseError", detail, { cause });
}
