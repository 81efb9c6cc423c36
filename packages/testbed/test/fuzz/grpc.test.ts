// Whatever is called over gRPC, in any version, a status of the table comes back that says nothing of the inside, and the agent goes on.

import { serveGrpc } from "@a2a/grpc/server";
import { createA2AHandler } from "@a2a/server";
import type { Client } from "@grpc/grpc-js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answered } from "../../../grpc/test/raw-client.js";
import { answerOf, begin, rawClient } from "../../../grpc/test/raw-client.js";
import { problemsOfCall } from "./check-grpc.js";
import type { GrpcInput } from "./grpc-inputs.js";
import { grpcInputs } from "./grpc-inputs.js";
import { createTarget, faultsOf, makeKnown } from "./target.js";
import { effortFor, patienceFor } from "./thoroughness.js";
import { FlatMemory, watchProcess } from "./watch.js";

const watch = watchProcess();
const effort = effortFor("gRPC");

test(
  "whatever comes over gRPC is answered as its version says",
  async () => {
    const { definition, options, notes } = createTarget();
    const handler = createA2AHandler({ definition }, options);
    const { port, close } = await serveGrpc(handler, { port: 0, url: "agent.test:1" });
    const client = rawClient(`127.0.0.1:${port}`);
    const memory = new FlatMemory(effort);
    let known: readonly string[] = [];
    let sent = 0;
    let served = 0;
    await fc.assert(
      fc.asyncProperty(grpcInputs, async (input) => {
        if (sent % 500 === 0) known = await makeKnown(handler.fetch);
        sent += 1;
        notes.clear();
        const answer = await answerTo(client, input, known);
        const isAskedToBreak = input.metadata["x-fuzz-break"] !== undefined;
        const problems = problemsOfCall(input.form, input.operation, answer);
        expect([...problems, ...faultsOf(notes, isAskedToBreak), ...watch.unheard()]).toEqual([]);
        if (answer.status.code === 0) served += 1;
        memory.count();
      }),
      effort,
    );
    // Where nothing gets through, nothing is tried.
    expect(served).toBeGreaterThan(sent / 100);
    await makeKnown(handler.fetch);
    await close();
    await handler.close();
    memory.expectFlat("gRPC");
  },
  patienceFor(effort),
);

async function answerTo(client: Client, { form, operation, metadata, bytes }: GrpcInput, known: readonly string[]): Promise<Answered> {
  const rpc = form.rpcs[operation];
  const stream = begin(client, `/${form.service}/${rpc?.rpc}`, bytes(known), { metadata, deadline: Date.now() + 10_000 });
  // Some streams stay open until their reader leaves.
  if (rpc?.streaming) stream.once("data", () => setTimeout(() => stream.cancel(), 20));
  return answerOf(stream);
}
