import type { Operation } from "../generated/v1.0/methods.js";
import type { AgentCard, StreamResponse, Task } from "../generated/v1.0/types.js";
import { applyEvent } from "../task/apply-event.js";
import type { Decoded, Dialect, EventPlace, ParamsOf, PushOf, ResultOf } from "./dialect.js";
import type { Difference } from "./difference.js";
import { differencesOf } from "./difference.js";

/** Something that a version cannot say as it is: its readers get the rest without it. */
export interface Loss {
  /** JSON pointer (RFC 6901) of the member, in the value as the newest version has it. */
  readonly pointer: string;
  /** Whether the reader does not get it, gets something else, or gets something that was never said. */
  readonly what: Difference["what"];
  readonly why: string;
}

/** What is lost of the params of an operation on their way to a peer of that version. */
export function lossesOfParams<O extends Operation>(dialect: Dialect, operation: O, params: ParamsOf<O>): readonly Loss[] {
  return lossesOf(dialect, params, () => dialect.decodeParams(operation, dialect.encodeParams(operation, params)));
}

/** What is lost of the result of an operation. @param sent the params that it answers to */
export function lossesOfResult<O extends Operation>(
  dialect: Dialect,
  operation: O,
  result: ResultOf<O>,
  sent: ParamsOf<O>,
): readonly Loss[] {
  return lossesOf(dialect, result, () => dialect.decodeResult(operation, dialect.encodeResult(operation, result), sent));
}

/** What is lost of an event of a stream. */
export function lossesOfEvent(dialect: Dialect, event: StreamResponse, place: EventPlace): readonly Loss[] {
  return lossesOf(dialect, event, () => {
    const read = dialect.createEventDecoder({ ...idsOf(event), isTaskKnown: event.task === undefined });
    const events: StreamResponse[] = [];
    for (const wire of dialect.encodeEvent(event, place)) {
      const decoded = read(wire);
      if (!decoded.ok) return decoded;
      events.push(...decoded.value.events);
    }
    return { ok: true, value: event.task ? { task: fold(events) } : events[0] };
  });
}

/** What is lost of what a webhook is sent. */
export function lossesOfPush(dialect: Dialect, { event, task }: PushOf): readonly Loss[] {
  if (dialect.rules.pushesTask) return lossesOfResult(dialect, "GetTask", task, { id: task.id });
  return lossesOfEvent(dialect, event, { isLast: false, isCatchUp: false });
}

/** What is lost of a card that can be spoken to in that version. */
export function lossesOfCard(dialect: Dialect, card: AgentCard): readonly Loss[] {
  return lossesOf(dialect, card, () => dialect.decodeCard(dialect.encodeCard(card)));
}

/** What a peer reads of what is written for it is compared with what was meant: that is exact, and costs nothing to those who do not ask. */
function lossesOf(dialect: Dialect, meant: unknown, throughWire: () => Decoded<unknown>): readonly Loss[] {
  if (dialect.losses.length === 0) return [];
  const read = throughWire();
  const differences: readonly Difference[] = read.ok ? differencesOf(meant, read.value) : [{ pointer: "", what: "left out" }];
  return differences.map(({ pointer, what }) => ({ pointer, what, why: reasonFor(dialect, pointer) }));
}

function reasonFor({ version, losses }: Dialect, pointer: string): string {
  const known = losses.find(({ at }) => at.some((pattern) => isAt(pointer, pattern)));
  return known?.why ?? `protocol ${version} has no place for it`;
}

/** Whether a pointer leads to where a pattern says, or below. */
function isAt(pointer: string, pattern: string): boolean {
  const isAnywhere = pattern.startsWith("**");
  const wanted = pattern.split("/").slice(1);
  const found = pointer.split("/").slice(1);
  const starts = isAnywhere ? found.keys() : [0];
  for (const start of starts) {
    if (wanted.every((name, at) => (name === "*" ? found[start + at] !== undefined : name === found[start + at]))) return true;
  }
  return false;
}

function idsOf({ task, statusUpdate, artifactUpdate, message }: StreamResponse): { taskId?: string; contextId?: string } {
  const taskId = task?.id ?? statusUpdate?.taskId ?? artifactUpdate?.taskId ?? message?.taskId;
  const contextId = (task ?? statusUpdate ?? artifactUpdate ?? message)?.contextId;
  return { ...(taskId !== undefined && { taskId }), ...(contextId !== undefined && { contextId }) };
}

function fold(events: readonly StreamResponse[]): Task | undefined {
  let task: Task | undefined;
  for (const event of events) if (!event.message) task = applyEvent(task, event);
  return task;
}
