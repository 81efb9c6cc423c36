import { errorTable } from "@a2a/core/internal";
import { serveGrpc } from "@a2a/grpc/server";
import type { HandlerOptions } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { createTestbed } from "@a2a/testbed";
import type { Pair } from "../conversation.js";
import { file, json } from "../conversation.js";

/** Serves the testbed on this machine over every binding; its webhooks may be there too. */
export async function serveTestbed(options: Pick<HandlerOptions, "versions"> = {}): ReturnType<typeof serve> {
  const testbed = createTestbed({ pushAllow: ["127.0.0.1"] });
  const server = await serve(testbed, { ...testbed.options, ...options, port: 0 });
  await serveGrpc(server, { port: 0 });
  return server;
}

/** The JSON-RPC code of an error that other bindings have no number for, by its name or by what it says for programs. */
export function codeOfNamed(error: unknown): number | undefined {
  const { name, reason }: { name?: unknown; reason?: unknown } = Object(error);
  return Object.entries(errorTable).find(([known, row]) => name === known || (reason !== undefined && reason === row.reason))?.[1].code;
}

const testbedName = "A2A testbed";

const askedAndAnswered: readonly string[] = ["ask Which colour?", "Which colour?", "blue"];

/** What the testbed's streams, webhooks and refusals are like in 0.2 and 0.3. */
export const in03 = {
  agentName: testbedName,
  final: " final",
  historyOfAnswered: askedAndAnswered,
  terminalCode: -32004,
  resumed: ["task working", 'artifact ["got: blue"] last', "completed final"],
  told: ["task submitted", "task working", "task working", "task completed"],
} as const satisfies Omit<Pair, "serve" | "connect">;

/** What the SDK does of 0.3 in the words of protobuf, over HTTP+JSON and gRPC: it leaves out names of files, and does not tell which chunks append. */
export const inProtobuf = { carries: [json, { ...file, name: "" }], tellsAppend: false } as const;

/** The same in 1.0. */
export const in10 = {
  ...in03,
  final: "",
  resumed: ["task working", 'artifact ["got: blue"] last', "completed"],
  told: ["task submitted", "working", 'artifact ["hello"] last', "completed"],
} as const satisfies Omit<Pair, "serve" | "connect">;
