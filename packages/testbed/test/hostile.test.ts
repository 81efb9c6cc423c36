// What hostile and careless clients send is refused with the right code, status and place in every version and binding, and changes nothing.

import { message } from "@a2a/core";
import type { Operation } from "@a2a/core/internal";
import { grpcStatuses } from "@a2a/core/internal/dialects";
import type { AgentDefinition } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import type { Asked, HostileRow, Wire } from "./hostile-rows.js";
import { hostileRows, placeOf, wordsOf } from "./hostile-rows.js";
import type { RawAnswer, RawRoad } from "./raw-road.js";
import { roadNames, serveEverywhere } from "./raw-road.js";

/** Asks, so that its tasks wait. */
const agent: AgentDefinition = {
  card: { name: "Calm", capabilities: { pushNotifications: true } },
  async *run() {
    yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Which?" };
  },
};

const others = { tenant: "", owner: "", id: "waiting" };

describe.each(roadNames)("%s", (name) => {
  const [version, binding] = name.split(" over ");
  for (const row of hostileRows) {
    // safe: that is how the names are made
    const place = placeOf(row, { version, binding } as Pick<RawRoad, "version" | "binding">);
    if (place === undefined) continue;
    test(`${row.shows} is refused at ${place}, and nothing is kept of it`, async () => {
      const store = createMemoryStore();
      const { roads } = await serveEverywhere(agent, { store, makeId: countingFrom("waiting") });
      const road = roads.find((each) => each.name === name) ?? expect.fail(name);
      const begun = await ask(road, messageFor(road));
      expect([200, "OK"]).toContain(begun.status);
      const before = structuredClone(await store.load(others));
      expect(before).toBeDefined();
      const writes = [vi.spyOn(store, "create"), vi.spyOn(store, "append"), vi.spyOn(store.push, "put")];
      const answer = await ask(road, row.asks?.(others.id) ?? messageFor(road), row.spoil);
      expect([answer.status, codeIn(answer, road)]).toEqual(refusalOn(road));
      expect(placesIn(answer, road)).toEqual([place]);
      for (const write of writes) expect(write).not.toHaveBeenCalled();
      expect(await store.load(others)).toEqual(before);
    });
  }
});

function messageFor({ version }: RawRoad): Asked {
  return { SendMessage: { message: message("hi", version === "0.1" ? { taskId: others.id } : {}) } };
}

async function ask(road: RawRoad, asked: Asked, spoil: HostileRow["spoil"] = (wire) => wire): Promise<RawAnswer> {
  const [[operation, params] = expect.fail("nothing is asked")] = Object.entries(asked);
  // safe: the keys of what is asked are operations, each with its own params
  const [known, own] = [operation as Operation, params as never];
  // safe: params are objects in every version
  return road.ask(known, spoil(road.dialect.encodeParams(known, own) as Wire, wordsOf(road)));
}

/** The first id is that of the task. */
function countingFrom(first: string): () => string {
  let last = 0;
  return () => {
    last += 1;
    return last === 1 ? first : `id-${last}`;
  };
}

/** Status and code of invalid params. */
function refusalOn({ binding, dialect }: RawRoad): readonly unknown[] {
  const { code, httpStatus, jsonrpcHttpStatus = 200 } = dialect.errors.InvalidParamsError;
  if (binding === "gRPC") return [grpcStatuses.InvalidParamsError, undefined];
  if (binding === "JSON-RPC") return [jsonrpcHttpStatus, code];
  return [httpStatus, dialect.version === "0.3" ? code : httpStatus];
}

function codeIn({ body }: RawAnswer, { binding }: RawRoad): unknown {
  if (binding === "gRPC") return undefined;
  const said = JSON.parse(body);
  return said.error?.code ?? said.code;
}

/** The places that a refusal names. */
function placesIn({ body, headers }: RawAnswer, { binding }: RawRoad): readonly unknown[] {
  if (binding !== "gRPC") return [...body.matchAll(/"(?:field|pointer)":"([^"]*)"/g)].map(([, place]) => place);
  // A place follows its length, which follows its tag: field 1 of a violation, which is field 1 of a BadRequest.
  const bytes = Buffer.from(headers["grpc-status-details-bin"] ?? "", "base64").toString("latin1");
  return [...bytes.matchAll(/\n.\n(.)(\/[\w/]+)/gs)].map(([, length = "", place = ""]) => place.slice(0, length.charCodeAt(0)));
}
