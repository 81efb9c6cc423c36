import { dialects } from "@a2a/core/internal/dialects";
import { serveGrpc } from "@a2a/grpc/server";
import { createA2AHandler } from "@a2a/server";
import { createTestbed } from "../../src/index.js";
import { grpcSubjects } from "./grpc-road.js";
import { jsonrpcSubjects } from "./jsonrpc-road.js";
import { restSubjects } from "./rest-road.js";
import type { Road, Subject } from "./road.js";

/** Every version in every binding that it has; the newest over JSON-RPC, which the others are held against, is the first. */
export const subjects: readonly [Subject, ...Subject[]] = ordered([...jsonrpcSubjects, ...restSubjects, ...grpcSubjects]);

/** One testbed for all conversations, and the way to it of each subject. */
export interface Stage {
  readonly roads: ReadonlyMap<Subject, Road>;
  close(): Promise<void>;
}

/** The time, which stands still for tasks. */
export function now(): Date {
  return new Date("2026-01-31T12:00:00.000Z");
}

/** Rows say how long the agent works: long enough for what is done meanwhile on a busy machine, short enough to wait for. */
const speed = 500;

/** Of an agent that is canceled and does not hear of it: shorter than what is left of its work. */
const stopTimeoutMs = 100;

const versions = dialects.map(({ version }) => version);

export async function openStage(): Promise<Stage> {
  const testbed = createTestbed({ speed });
  const handler = createA2AHandler(testbed, { ...testbed.options, publicUrl: "http://testbed.test", now, stopTimeoutMs, versions });
  const grpc = await serveGrpc(handler, { port: 0 });
  const roads = new Map(subjects.map((subject) => [subject, subject.open({ fetch: handler.fetch, grpcPort: grpc.port })]));
  return {
    roads,
    async close() {
      for (const road of roads.values()) road.close?.();
      await handler.close();
    },
  };
}

function ordered([first, ...others]: readonly Subject[]): readonly [Subject, ...Subject[]] {
  if (!first) throw new TypeError("there is nothing to compare");
  return [first, ...others];
}
