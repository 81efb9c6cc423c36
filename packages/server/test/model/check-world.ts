import { checkCall, checkMessages } from "./check-call.js";
import type { ClientTask } from "./client-call.js";
import type { Facts } from "./facts.js";
import { factsOf, isOverAt } from "./facts.js";
import type { World } from "./world.js";

/**
 * Lets everything come to rest and compares all that anyone got with the model.
 *
 * @throws Error that names the one who got something else
 */
export async function checkWorld(world: World): Promise<readonly Facts[]> {
  await world.rest();
  const { turns } = world.agent;
  if (turns.some(({ taskId }) => world.tasks.every(({ id }) => id !== taskId))) throw new Error("a turn of a task that nobody began");
  return Promise.all(world.tasks.map((task) => checkTask(world, task)));
}

/**
 * Lets every task end, and looks for what changes a task that is over.
 *
 * @throws Error as `checkWorld`, and for whatever goes on
 */
export async function checkEnd(world: World): Promise<void> {
  await checkWorld(world);
  world.agent.letReturn();
  for (const facts of await checkWorld(world)) if (!isOver(facts)) world.cancel(facts.task);
  await world.rest();
  await world.passTime();
  const ended = await checkWorld(world);
  for (const facts of ended) if (!isOver(facts)) throw new Error(`${facts.task.name} never ends`);
  for (const { to, name } of world.calls) if (to === undefined) throw new Error(`${name} never ends`);
  for (const { task } of ended) tryAll(world, task);
  for (const [at, { task, log }] of (await checkWorld(world)).entries()) {
    if (ended[at]?.log.length !== log.length) throw new Error(`${task.name} goes on after its end`);
  }
}

async function checkTask({ agent, calls, logOf }: World, task: ClientTask): Promise<Facts> {
  const own = calls.filter((call) => call.task === task);
  const facts = await named(task.name, async () => {
    const turns = agent.turns.filter(({ taskId }) => taskId === task.id);
    const cancels = own.filter(({ kind }) => kind === "cancel").map(({ from }) => from);
    return factsOf(task, await logOf(task), { turns, cancels });
  });
  for (const call of own) await named(call.name, () => checkCall(call, facts));
  await named(task.name, () => checkMessages(own, facts));
  return facts;
}

/** Says whose a failure is. */
async function named<T>(name: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw new Error(`${name} ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Whether nothing is to come of a task: it has ended, or never began. */
function isOver(facts: Facts): boolean {
  return facts.log.length === 0 ? !facts.isRunning : isOverAt(facts, facts.log.length);
}

/** Everything that a client can do to a task. */
function tryAll(world: World, task: ClientTask): void {
  world.cancel(task);
  for (const kind of ["send", "send at once", "stream"] as const) world.say(task, { kind, isSlow: false });
  world.subscribe(task, { isSlow: false });
  world.get(task);
}
