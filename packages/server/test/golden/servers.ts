// The servers that transcripts are made of: one with everything switched on, and those that refuse something.

import { A2AError } from "@a2a/core";
import type { AgentCardInput, AgentDefinition, Authenticate, HandlerOptions, Yield } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { around, failing } from "../stores.js";

/** What a scene can be played at. */
export type ServerName =
  | "whole"
  | "bare"
  | "unconfigured"
  | "strict"
  | "guarded"
  | "full"
  | "failing"
  | "durable"
  | "reopening"
  | "rpcOnly";

/** An agent and how it is served. */
export interface Server {
  readonly definition: AgentDefinition;
  readonly options?: HandlerOptions;
}

const optional = "https://example.com/ext/optional/v1";
const required = "https://example.com/ext/required/v1";

const card: AgentCardInput = {
  name: "Scripted",
  description: "Does what the first word says.",
  version: "1.2.3",
  provider: { organization: "Example", url: "https://example.com" },
  defaultInputModes: ["text/plain", "application/octet-stream"],
  skills: [{ id: "go", name: "Go", description: "Goes.", tags: ["demo"] }],
};

const withEverything: AgentCardInput = {
  ...card,
  capabilities: { pushNotifications: true, extensions: [{ uri: optional, description: "Changes nothing." }] },
  securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  securityRequirements: [{ schemes: { token: { list: [] } } }],
};

/** Everybody is who the token says; without one, nobody. */
const recognise: Authenticate = (request) => {
  const user = /^Bearer (\w+)$/.exec(request.header("authorization") ?? "")?.[1];
  return user === undefined ? {} : { user };
};

/** Ann is served, others are not. */
const guard: Authenticate = (request) => {
  const caller = recognise(request);
  if (caller === undefined || !("user" in caller)) throw new A2AError("UnauthenticatedError", "say who you are");
  if (caller.user !== "ann") throw new A2AError("ForbiddenError", "this agent serves ann");
  return caller;
};

const push = { maxPerTask: 1 };

/** Makes a server anew for each scene. */
export const servers: Readonly<Record<ServerName, () => Server>> = {
  whole: () => ({
    definition: { card: withEverything, run: work, extendedCard: { description: "Does what the first word says, and more." } },
    options: { authenticate: recognise },
  }),
  bare: () => ({ definition: { card: { ...card, capabilities: { streaming: false } }, run: work } }),
  unconfigured: () => ({
    definition: { card: { ...withEverything, capabilities: { extendedAgentCard: true } }, run: work },
    options: { authenticate: recognise },
  }),
  strict: () => ({ definition: { card: { ...card, capabilities: { extensions: [{ uri: required, required: true }] } }, run: work } }),
  guarded: () => ({ definition: { card, run: work }, options: { authenticate: guard } }),
  full: () => ({
    definition: { card: withEverything, run: work },
    options: { authenticate: recognise, maxRunningTasks: 1, push, maxBodyBytes: 1000 },
  }),
  failing: () => ({ definition: { card, run: work }, options: { store: failing(createMemoryStore(), { append: "always" }) } }),
  durable: () => ({ definition: { card, run: work }, options: { store: { ...around(createMemoryStore(), {}), isDurable: true } } }),
  rpcOnly: () => ({ definition: { card, run: work }, options: { bindings: ["JSONRPC"] } }),
  reopening: () => ({ definition: { card, run: work }, options: { reopenTerminal: true } }),
};

/** Does what the first word of a task's first message says. */
async function* work({ text, task, signal, extensions }: Parameters<AgentDefinition["run"]>[0]): AsyncGenerator<Yield, void> {
  const [word = ""] = (task.history?.[0]?.parts[0]?.text ?? text).split(" ");
  const isFollowUp = task.history?.some(({ role }) => role === "ROLE_AGENT") ?? false;
  if (word === "ask" && !isFollowUp) yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Which one?" };
  else if (word === "auth" && !isFollowUp) yield { state: "TASK_STATE_AUTH_REQUIRED", message: "Log in first." };
  else if (word === "reply") yield { messageId: "reply-1", role: "ROLE_AGENT", parts: [{ text: "no task needed" }] };
  else if (word === "reject") yield { state: "TASK_STATE_REJECTED", message: "Not my trade." };
  else if (word === "throw") throw new Error("secret");
  else if (word === "broken") yield { artifact: { parts: [] } };
  else if (word === "extensions") yield { data: [...extensions] };
  else if (word === "all") yield everyPart;
  else if (word === "hold") {
    yield { state: "TASK_STATE_WORKING", message: "holding" };
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  } else {
    yield "one ";
    yield "two";
    yield { artifact: { name: "facts", parts: { data: { of: text } } } };
  }
}

/** Every kind of part, with everything that may stand beside it. */
const everyPart: Yield = {
  artifact: {
    artifactId: "all",
    name: "everything",
    description: "One of each.",
    extensions: [optional],
    metadata: { of: "the artifact" },
    parts: [
      { text: "<b>hi</b>", mediaType: "text/html", filename: "hi.html" },
      { raw: "AQID", mediaType: "application/octet-stream", filename: "three.bin", metadata: { bytes: 3 } },
      { url: "https://example.com/a.png", mediaType: "image/png" },
      { data: { list: [1, null, "ü\u2028"] } },
      { data: [1, 2] },
      { data: null },
    ],
  },
};
