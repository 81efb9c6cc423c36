import type { HandlerOptions } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { createTestbed } from "@a2a/testbed";
import type { Pair } from "../conversation.js";

/** Serves the testbed on this machine; its webhooks may be there too. */
export function serveTestbed(options: Pick<HandlerOptions, "versions"> = {}): ReturnType<typeof serve> {
  const testbed = createTestbed({ pushAllow: ["127.0.0.1"] });
  return serve(testbed, { ...testbed.options, ...options, port: 0 });
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

/** The same in 1.0. */
export const in10 = {
  ...in03,
  final: "",
  resumed: ["task working", 'artifact ["got: blue"] last', "completed"],
  told: ["task submitted", "working", 'artifact ["hello"] last', "completed"],
} as const satisfies Omit<Pair, "serve" | "connect">;
