import type { AsyncCommand } from "fast-check";
import fc from "fast-check";
import type { AgentStep, OnStop } from "./agent-step.js";
import { checkWorld } from "./check-world.js";
import type { ClientCall, ClientTask, Leaving } from "./client-call.js";
import type { SendOptions, World } from "./world.js";

/** One thing that someone does; it is its own model, for what is possible shows in the world. */
export type WorldCommand = AsyncCommand<World, World>;

// Few of them are ends, so that much happens before.
const steps = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<AgentStep>("chunk", "append", "artifact", "part") },
  { weight: 8, arbitrary: fc.constantFrom<AgentStep>("working", "message", "auth-required and goes on", "working without words") },
  { weight: 5, arbitrary: fc.constantFrom<AgentStep>("input-required", "reads its inbox", "auth-required") },
  { weight: 2, arbitrary: fc.constantFrom<AgentStep>("completed", "failed", "rejected", "returns", "throws", "breaks the protocol") },
);
const onStop = fc.constantFrom<OnStop>("ignores it", "throws", "returns", "completed", "input-required", "chunk");
const send = fc.record({ kind: fc.constantFrom<SendOptions["kind"]>("send", "send at once", "stream"), isSlow: fc.boolean() });
// How many of those that wait are let on after a command; after none, the next command comes in the same instant.
const letOn = fc.constantFrom(0, 0, 1, 2, 3, 5, 8, 100);
// Mostly the first task, so that much happens to one.
const place = fc.constantFrom(0, 0, 0, 1);

/** Begins a task. */
export const begins: fc.Arbitrary<WorldCommand> = fc.tuple(letOn, send, onStop).map(([count, options, stop]) =>
  command(`begin (${wayOf(options)}, agent told to stop: ${stop})`, count, {
    isPossible: ({ tasks }) => tasks.length < 2,
    act: (world) => world.begin({ ...options, onStop: stop }),
  }),
);

const agentSteps = fc.tuple(letOn, place, fc.array(steps, { minLength: 1, maxLength: 4 })).map(([count, at, some]) =>
  onTask(`agent: ${some.join(", ")}`, { count, at }, ({ agent }, { id = "" }) => {
    for (const step of some) agent.let(id, step);
  }),
);
const says = fc
  .tuple(letOn, place, send)
  .map(([count, at, options]) => onTask(`say (${wayOf(options)})`, { count, at }, (world, task) => world.say(task, options)));
const cancels = fc.tuple(letOn, place).map(([count, at]) => onTask("cancel", { count, at }, (world, task) => world.cancel(task)));
const gets = fc.tuple(letOn, place).map(([count, at]) => onTask("get", { count, at }, (world, task) => world.get(task)));
const subscribes = fc
  .tuple(letOn, place, fc.boolean())
  .map(([count, at, isSlow]) =>
    onTask(`subscribe${isSlow ? ", slowly" : ""}`, { count, at }, (world, task) => world.subscribe(task, { isSlow })),
  );
const leaves = fc
  .tuple(letOn, fc.nat(), fc.constantFrom<Leaving>("aborts its request", "cancels its stream"))
  .map(([count, at, how]) => onCall(`a client ${how}`, { count, at, of: isWaiting }, (_, call) => call.leave(how)));
const comesBack = fc.tuple(letOn, fc.nat(), fc.boolean()).map(([count, at, isSlow]) =>
  onCall("a reader comes back", { count, at, of: isLost }, (world, { task, events }) => {
    world.subscribe(task, { isSlow, cursor: events.at(-1)?.number ?? 0 });
  }),
);
const saysAgain = fc
  .tuple(letOn, fc.nat(), fc.boolean())
  .map(([count, at, isStream]) =>
    onCall(`say the same again${isStream ? " (stream)" : ""}`, { count, at, of: isSaid }, (world, call) => world.sayAgain(call, isStream)),
  );
const timePasses = letOn.map((count) => command("time passes", count, { act: (world) => world.passTime() }));
const rests = fc.constant(command("rest", 0, { act: (world) => checkWorld(world) }));

/** Everything that can happen once a task has begun. */
export const happens: fc.Arbitrary<WorldCommand> = fc.oneof(
  { weight: 12, arbitrary: agentSteps },
  { weight: 4, arbitrary: says },
  { weight: 3, arbitrary: subscribes },
  { weight: 2, arbitrary: cancels },
  { weight: 2, arbitrary: leaves },
  { weight: 2, arbitrary: comesBack },
  { weight: 2, arbitrary: fc.oneof(begins, saysAgain, gets, timePasses, rests) },
);

interface Happening {
  isPossible?(world: World): boolean;
  act(world: World): unknown;
}

function command(name: string, count: number, { isPossible = () => true, act }: Happening): WorldCommand {
  return {
    check: isPossible,
    async run(world) {
      await act(world);
      await world.letOn(count);
    },
    toString: () => (count === 0 ? name : `${name} [${count} on]`),
  };
}

interface Choice {
  readonly count: number;
  /** Which of several, if need be counted round. */
  readonly at: number;
}

function onTask(name: string, { count, at }: Choice, act: (world: World, task: ClientTask) => void): WorldCommand {
  const find = ({ tasks }: World): ClientTask[] => tasks.slice(at, at + 1).filter(({ id }) => id !== undefined);
  return command(`t${at + 1} ${name}`, count, onFound(find, act));
}

function onCall(
  name: string,
  { count, at, of }: Choice & { of(call: ClientCall): boolean },
  act: (world: World, call: ClientCall) => void,
): WorldCommand {
  const find = (world: World): ClientCall[] => {
    const calls = world.calls.filter(of);
    return calls.slice(at % calls.length).slice(0, 1);
  };
  return command(name, count, onFound(find, act));
}

function onFound<T>(find: (world: World) => T[], act: (world: World, found: T) => void): Happening {
  return {
    isPossible: (world) => find(world).length > 0,
    act(world) {
      for (const found of find(world)) act(world, found);
    },
  };
}

function isWaiting({ kind, to, hasLeft }: ClientCall): boolean {
  return to === undefined && !hasLeft && kind !== "cancel" && kind !== "get";
}

/** A reader that sees no more of a task, and knows where it was. */
function isLost({ events, hasLeft, to }: ClientCall): boolean {
  return (hasLeft || to !== undefined) && events.at(-1)?.number !== undefined;
}

function isSaid({ messageId }: ClientCall): boolean {
  return messageId !== undefined;
}

function wayOf({ kind, isSlow }: SendOptions): string {
  return isSlow && kind === "stream" ? "stream, slowly" : kind;
}
