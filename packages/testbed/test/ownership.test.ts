// Tasks, contexts and webhooks belong to a tenant and a user. What others have done cannot be told from what nobody did: a user who asks an agent that others
// use as well is answered, byte for byte, as by one that it has to itself.

import { message, text } from "@a2a/core";
import type { Operation, ParamsOf } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { AgentDefinition } from "@a2a/server";
import { apiKey } from "@a2a/server/auth";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Everywhere, RawAnswer, RawRoad } from "./raw-road.js";
import { roadNames, serveEverywhere } from "./raw-road.js";

const users = ["ann", "ben", "eve"] as const;
type User = (typeof users)[number];

/** To whom tasks belong. */
interface Owner {
  readonly user: User;
  readonly tenant: "" | "acme";
}

/** One thing that a user asks for. Tasks are those that any user has begun, or nobody. */
interface Act extends Owner {
  readonly road: string;
  readonly what: Operation | "begin" | "reply" | "resume";
  /** Whose task, context or webhook, and which of them. */
  readonly of: User;
  readonly at: number;
}

const agent: AgentDefinition = {
  card: {
    name: "Shared",
    capabilities: { pushNotifications: true },
    securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } } },
    securityRequirements: [{ schemes: { key: {} } }],
  },
  /** Asks once; then says what it knows of the context and of the tasks that it was pointed to. */
  async *run(turn) {
    yield `${turn.caller.user} has ${await turn.contextTaskCount()} tasks here, and shows ${(await turn.referenceTasks()).length}`;
    if (turn.text === "ask") yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Which one?" };
  },
  extendedCard: ({ user }) => ({ description: `For ${user}.` }),
};

const owners: fc.Arbitrary<Owner> = fc.record({
  user: fc.constantFrom(...users),
  tenant: fc.constantFrom("" as const, "" as const, "acme" as const),
});

const acts: fc.Arbitrary<Act> = fc
  .record({
    owner: owners,
    road: fc.constantFrom(...roadNames),
    what: fc.constantFrom<Act["what"]>(
      ...(["begin", "begin", "begin", "reply", "reply", "resume", "GetTask", "ListTasks", "CancelTask", "SubscribeToTask"] as const),
      ...(["SendStreamingMessage", "GetExtendedAgentCard", "CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig"] as const),
      ...(["ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig"] as const),
    ),
    of: fc.constantFrom(...users),
    at: fc.nat(2),
  })
  .map(({ owner: { user, tenant }, ...rest }) => ({ ...rest, user, tenant: namesTenants(rest.road) ? tenant : "" }));

function namesTenants(road: string): boolean {
  return dialects.some(({ version, rules }) => rules.tenants && road.startsWith(version));
}

/** An agent, and who has asked it for how much. Ids are those of whoever asks, so that they are the same whoever else has asked meanwhile. */
class World {
  readonly #served: Everywhere;
  readonly #ids: { next: () => string };

  private constructor(served: Everywhere, ids: { next: () => string }) {
    this.#served = served;
    this.#ids = ids;
  }

  static async open(): Promise<World> {
    const ids = { next: (): string => "none" };
    const served = await serveEverywhere(agent, {
      security: { key: apiKey({ ann: "key of ann", ben: "key of ben", eve: "key of eve" }) },
      makeId: () => ids.next(),
      now: () => new Date("2026-01-31T12:00:00.000Z"),
      push: { fetch: () => Promise.resolve(new Response()) },
    });
    return new World(served, ids);
  }

  /** @param turn how often that user has asked before; undefined where the version has no words for it */
  async do(act: Act, turn: number): Promise<RawAnswer | undefined> {
    const road = this.#served.roads.find(({ name }) => name === act.road) ?? expect.fail(act.road);
    let made = 0;
    this.#ids.next = () => {
      made += 1;
      return idOf(act.user, turn, made);
    };
    // 0.1 has no ids of messages: each reader makes them up.
    vi.spyOn(crypto, "randomUUID").mockImplementation(() => `0-0-0-${act.user}-${turn}`);
    const asked = askedBy(act, turn, road);
    if (!asked || road.dialect.methodOf(asked.operation) === undefined) return undefined;
    const wire = road.dialect.encodeParams(asked.operation, asked.params);
    const headers = { "x-key": `key of ${act.user}`, ...(act.what === "resume" && { "last-event-id": "1" }) };
    return road.ask(asked.operation, wire, { headers, leavesEarly: asked.operation === "SubscribeToTask" });
  }
}

/** An id as a task of that user's turn has it: the first that is made is the task's in every version that makes them. */
function idOf(user: User, turn: number, made: number): string {
  return `${user}-${turn}-${made}`;
}

function askedBy(act: Act, turn: number, { dialect }: RawRoad): { readonly operation: Operation; readonly params: never } | undefined {
  const { what } = act;
  const tenant = act.tenant === "" ? {} : { tenant: act.tenant };
  const taskId = idOf(act.of, act.at, 1);
  // As others may call theirs, and as it may call another of its own: the same message sent again starts nothing new.
  const own = { messageId: `message-${act.at}` };
  const asked = <O extends Operation>(operation: O, params: ParamsOf<O>): { operation: Operation; params: never } => {
    // safe: the dialect that writes them takes the params of its operation
    return { operation, params: { ...params, ...tenant } as never };
  };
  switch (what) {
    case "begin": {
      // Into a context that somebody else may have, pointing to a task that somebody else may have.
      const place = dialect.rules.clientTaskIds ? { taskId: idOf(act.user, turn, 1) } : {};
      const contextId = `context-${act.of}-${act.at}`;
      return asked("SendMessage", { message: message([text("ask")], { ...own, ...place, contextId, referenceTaskIds: [taskId] }) });
    }
    case "reply":
      return asked("SendMessage", { message: message([text("more")], { ...own, taskId }) });
    case "SendStreamingMessage":
      return asked(what, { message: message([text("more")], { ...own, taskId }) });
    case "resume":
    case "SubscribeToTask":
      return asked("SubscribeToTask", { id: taskId });
    case "GetTask":
    case "CancelTask":
      return asked(what, { id: taskId });
    case "ListTasks":
      return asked(what, act.at === 0 ? {} : { contextId: `context-${act.of}-${act.at}` });
    case "CreateTaskPushNotificationConfig":
      return asked(what, { taskId, id: "hook", url: `https://hook.example/${act.user}` });
    case "GetTaskPushNotificationConfig":
    case "DeleteTaskPushNotificationConfig":
      return asked(what, { taskId, id: "hook" });
    case "ListTaskPushNotificationConfigs":
      return asked(what, { taskId });
    case "GetExtendedAgentCard":
      return asked(what, {});
    default:
      return undefined;
  }
}

/** Everything that one is answered. */
async function answersTo(one: Owner, all: readonly Act[], isAlone: boolean): Promise<(RawAnswer | undefined)[]> {
  const world = await World.open();
  const turns = new Map<User, number>();
  const answers: (RawAnswer | undefined)[] = [];
  for (const act of all) {
    const isOwn = act.user === one.user && act.tenant === one.tenant;
    const turn = turns.get(act.user) ?? 0;
    turns.set(act.user, turn + 1);
    if (isAlone && !isOwn) continue;
    const answer = await world.do(act, turn);
    if (isOwn) answers.push(answer);
  }
  return answers;
}

test("of what others have done a user is told nothing: it is answered as if it had the agent to itself", async () => {
  await fc.assert(
    fc.asyncProperty(owners, fc.array(acts, { minLength: 8, maxLength: 40 }), async (one, all) => {
      const [among, alone] = [await answersTo(one, all, false), await answersTo(one, all, true)];
      expect(among).toEqual(alone);
    }),
    { numRuns: Number(process.env.A2A_OWNERSHIP_RUNS ?? 60) },
  );
}, 600_000);
