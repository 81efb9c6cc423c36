import { setTimeout as pause } from "node:timers/promises";
import type { AgentCard, Part } from "@a2a-js/sdk";
import { TaskState } from "@a2a-js/sdk";
import type { AgentExecutor, ExecutionEventBus, RequestContext, TaskStore } from "@a2a-js/sdk/server";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";

// The agent of the official SDK's servers: it says what the testbed says.

const card: AgentCard = {
  name: "Bench",
  description: "Says what the testbed says",
  version: "1.0.0",
  provider: undefined,
  supportedInterfaces: [
    { protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { protocolBinding: "JSONRPC", protocolVersion: "0.3" },
    { protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    { protocolBinding: "GRPC", protocolVersion: "1.0" },
  ].map((each) => ({ ...each, url: "http://127.0.0.1/", tenant: "" })),
  capabilities: { streaming: true, pushNotifications: false, extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  signatures: [],
  skills: [],
  defaultInputModes: ["text/plain", "application/octet-stream"],
  defaultOutputModes: ["text/plain"],
};

const executor: AgentExecutor = {
  async execute(context, bus) {
    const { taskId, contextId, userMessage } = context;
    const [, command = "", words = ""] = /^(\S*)\s?(.*)$/s.exec(textOf(userMessage.parts)) ?? [];
    const status = { state: TaskState.TASK_STATE_SUBMITTED, message: undefined, timestamp: new Date().toISOString() };
    bus.publish(AgentEvent.task({ id: taskId, contextId, status, artifacts: [], history: [userMessage], metadata: undefined }));
    report(context, bus, TaskState.TASK_STATE_WORKING);
    if (command === "stream") {
      for (let at = 0; at < Number(words); at += 1) {
        say(context, bus, { artifactId: "out", text: `token ${at} `, append: at > 0, lastChunk: at === Number(words) - 1 });
      }
    } else if (command === "hold") await pause(Number(words));
    else say(context, bus, { artifactId: "echo", text: words, append: false, lastChunk: true });
    report(context, bus, TaskState.TASK_STATE_COMPLETED);
    bus.finished();
  },
  async cancelTask() {
    // nothing here is canceled
  },
};

interface Chunk {
  readonly artifactId: string;
  readonly text: string;
  readonly append: boolean;
  readonly lastChunk: boolean;
}

function say({ taskId, contextId }: RequestContext, bus: ExecutionEventBus, { artifactId, text, append, lastChunk }: Chunk): void {
  const parts: Part[] = [{ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" }];
  const artifact = { artifactId, name: append ? "" : artifactId, description: "", parts, metadata: undefined, extensions: [] };
  bus.publish(AgentEvent.artifactUpdate({ taskId, contextId, artifact, append, lastChunk, metadata: undefined }));
}

function report({ taskId, contextId }: RequestContext, bus: ExecutionEventBus, state: TaskState): void {
  const status = { state, message: undefined, timestamp: new Date().toISOString() };
  bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
}

function textOf([first]: readonly Part[]): string {
  return first?.content?.$case === "text" ? first.content.value : "";
}

/** What the SDK's bindings are given. */
export function createRequestHandler(store: TaskStore = new InMemoryTaskStore()): DefaultRequestHandler {
  return new DefaultRequestHandler(card, store, executor);
}
