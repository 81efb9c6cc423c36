import { once } from "node:events";
import type { AgentDefinition, Turn } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { PostgresStoreOptions } from "../src/index.js";
import type { Cluster } from "./cluster.js";
import { findPostgres, startCluster } from "./cluster.js";
import type { Place } from "./places.js";
import { inPlaceOf } from "./places.js";
import { at, begin, chunk } from "./tasks.js";

const bin = findPostgres();
const soon = { interval: 10, timeout: 20_000 };

/** What is read of a task. */
interface Shown {
  readonly id: string;
  readonly status: { readonly state: string };
  readonly history?: readonly { readonly messageId: string }[];
  readonly artifacts?: readonly { readonly parts: readonly { readonly text?: string }[] }[];
}

// A process that did not show in time that it lives has ended for all others, and does not know it yet.
describe.skipIf(bin === undefined)("a process whose lease has lapsed", { timeout: 60_000 }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? "");
  });
  afterAll(() => cluster.stop());

  const inPlace = (work: (place: Place) => Promise<void>): Promise<void> => inPlaceOf(cluster, work);

  /** A server over a store of its own, and what asks it. */
  async function serve(
    place: Place,
    run: AgentDefinition["run"],
    recover: "restart" | "fail",
    { sweepMs = 20, ...options }: Partial<PostgresStoreOptions> & { readonly sweepMs?: number } = {},
  ) {
    const store = await place.open({ leaseMs: 60_000, heartbeatMs: 50, ...options });
    const handler = createA2AHandler({ definition: { card: { name: "Agent" }, recover, run } }, { store, sweepMs });
    const ask = async (method: string, params: object): Promise<{ readonly task: Shown } & Shown> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const request = new Request("http://agent.test/", { method: "POST", headers: { "content-type": "application/json" }, body });
      const { result, error } = await (await handler.fetch(request)).json();
      return result ?? expect.fail(JSON.stringify(error));
    };
    return {
      store,
      handler,
      send: async (text: string, more: object = {}, configuration: object = {}): Promise<Shown> => {
        const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }], ...more };
        return (await ask("SendMessage", { message, configuration })).task;
      },
      get: (id: string): Promise<Shown> => ask("GetTask", { id }),
    };
  }

  const lapse = (place: Place): Promise<unknown> =>
    place.direct.query(`UPDATE ${place.schema}.instances SET expires_at = clock_timestamp()`);

  const textOf = ({ artifacts = [] }: Shown): string => artifacts.flatMap(({ parts }) => parts.map(({ text }) => text)).join("");

  /** Is silent in its first turn until it is told to stop, and says something in the next. */
  function silentAtFirst(runs: Turn[]): AgentDefinition["run"] {
    return async function* (turn) {
      runs.push(turn);
      yield "begun ";
      if (runs.length > 1) return;
      if (!turn.signal.aborted) await once(turn.signal, "abort");
    };
  }

  for (const [recover, state, count] of [
    ["restart", "TASK_STATE_COMPLETED", 2],
    ["fail", "TASK_STATE_FAILED", 1],
  ] as const) {
    test(`stops its agents, and goes on with their tasks as others would: recover ${recover}`, async () => {
      await inPlace(async (place) => {
        const runs: Turn[] = [];
        const { send, get, handler } = await serve(place, silentAtFirst(runs), recover);
        const { id } = await send("hi", {}, { returnImmediately: true });
        await lapse(place);
        await vi.waitFor(async () => expect((await get(id)).status.state).toBe(state), soon);
        expect([runs.length, runs[0]?.signal.aborted]).toEqual([count, true]);
        await handler.close();
      });
    });
  }

  test("answers a blocking sender with what becomes of its task elsewhere", async () => {
    await inPlace(async (place) => {
      const runs: Turn[] = [];
      const { send, handler } = await serve(place, silentAtFirst(runs), "restart");
      const sending = send("hi");
      await vi.waitFor(() => expect(runs).toHaveLength(1), soon);
      await vi.waitFor(async () => expect((await place.direct.query(`SELECT FROM ${place.schema}.tasks`)).rows).toHaveLength(1), soon);
      await lapse(place);
      expect((await sending).status.state).toBe("TASK_STATE_COMPLETED");
      await handler.close();
    });
  });

  test("hands a message on to the process that has the task now", async () => {
    await inPlace(async (place) => {
      const hearing: AgentDefinition["run"] = async function* ({ inbox }) {
        yield "begun ";
        for await (const { parts } of inbox) {
          yield `heard ${parts[0]?.text} `;
          return;
        }
      };
      // It does not notice by itself.
      const before = await serve(place, hearing, "restart", { heartbeatMs: 59_000, sweepMs: 60_000 });
      const { id } = await before.send("hi", {}, { returnImmediately: true });
      await vi.waitFor(async () => expect(textOf(await before.get(id))).toBe("begun "), soon);
      await lapse(place);
      const after = await serve(place, hearing, "restart");
      const { rows } = await place.direct.query(`SELECT id FROM ${place.schema}.instances WHERE expires_at > clock_timestamp()`);
      const holder = async (): Promise<unknown> => (await place.direct.query(`SELECT holder FROM ${place.schema}.tasks`)).rows[0]?.holder;
      await vi.waitFor(async () => expect(await holder()).toBe(rows[0]?.id), soon);
      expect((await before.send("bye", { taskId: id })).status.state).toBe("TASK_STATE_COMPLETED");
      const task = await after.get(id);
      expect([textOf(task).endsWith("heard bye "), task.history?.length]).toEqual([true, 2]);
      await Promise.all([before.handler.close(), after.handler.close()]);
    });
  });

  test("has begun a task whose answer was lost once, with its message once", async () => {
    await inPlace(async (place) => {
      const echo: AgentDefinition["run"] = async function* ({ text }) {
        yield `got ${text}`;
      };
      const { send, store, handler } = await serve(place, echo, "restart", { retryMs: 20_000 });
      const held = await holdCommits(place, "INSERT");
      const sending = send("hi");
      await held.met;
      place.wayOf(store).cut();
      await held.letThrough();
      await lapse(place);
      place.wayOf(store).mend();
      const task = await sending;
      expect([task.status.state, task.history?.length]).toEqual(["TASK_STATE_COMPLETED", 1]);
      await handler.close();
    });
  });

  test("finds what it adopted, though it was not told of it", async () => {
    await inPlace(async (place) => {
      const gone = await place.open();
      await begin(gone, "task");
      const store = await place.open({ leaseMs: 60_000, heartbeatMs: 50, retryMs: 100 });
      await place.kill(gone);
      const held = await holdCommits(place, "UPDATE");
      const adopting = store.leases.adopt(9);
      await held.met;
      place.wayOf(store).cut();
      await held.letThrough();
      await expect(adopting).rejects.toMatchObject({ name: "LocalError" });
      place.wayOf(store).mend();
      const [adopted] = await vi.waitFor(async () => {
        const found = await store.leases.adopt(9);
        expect(found).toHaveLength(1);
        return found;
      }, soon);
      expect(adopted && (await store.append(adopted.lease, 1, [chunk(2)]))).toBe("stored");
      expect((await store.load(at("task")))?.number).toBe(2);
    });
  });

  /** Holds the next change of a task's row up just before it is committed. */
  async function holdCommits(
    place: Place,
    change: "INSERT" | "UPDATE",
  ): Promise<{ readonly met: Promise<void>; letThrough(): Promise<void> }> {
    await place.direct.query(`CREATE FUNCTION ${place.schema}.hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER hold AFTER ${change} ON ${place.schema}.tasks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${place.schema}.hold()`);
    const holding = await place.direct.connect();
    await holding.query("SELECT pg_advisory_lock(7)");
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted";
    return {
      met: vi.waitFor(async () => expect((await holding.query(waiting)).rows).toHaveLength(1), soon),
      async letThrough() {
        await holding.query("SELECT pg_advisory_unlock(7)");
        // Waits for the commit.
        await holding.query(`BEGIN; LOCK TABLE ${place.schema}.tasks IN EXCLUSIVE MODE; COMMIT`);
        await holding.query(`DROP FUNCTION ${place.schema}.hold() CASCADE`);
        holding.release();
      },
    };
  }
});
