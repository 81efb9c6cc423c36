import type { AgentCard, Message, Task } from "sdk-0.3";
import type { KindEvent } from "../kinds.js";
import { kindPart, partsOf } from "../kinds.js";
import type { Holds, Order, Performer, Stage } from "./perform.js";
import { createHolds, perform } from "./perform.js";

/** What the SDKs before 1.0 give an agent. */
interface KindContext {
  readonly taskId: string;
  readonly contextId: string;
  readonly userMessage: Message;
  readonly task?: Task;
}

/** Makes an order of what an SDK before 1.0 gives. */
function kindOrder({ taskId, userMessage, task }: KindContext, holds: Holds): Order {
  return { taskId, parts: partsOf(userMessage), isFollowUp: task !== undefined, holds };
}

/** Publishes events of the SDKs before 1.0, as their READMEs do: the task where it is new, `final` where nothing follows. */
function kindStage({ taskId, contextId, userMessage, task }: KindContext, publish: (event: KindEvent) => void): Stage {
  const ids = { taskId, contextId };
  const message = (words: string): Message => ({
    ...ids,
    kind: "message",
    role: "agent",
    messageId: crypto.randomUUID(),
    parts: [kindPart(words)],
  });
  const timestamp = (): string => new Date().toISOString();
  return {
    task() {
      if (!task)
        publish({ kind: "task", id: taskId, contextId, status: { state: "submitted", timestamp: timestamp() }, history: [userMessage] });
    },
    status(state, words) {
      const status = { state, timestamp: timestamp(), ...(words !== undefined && { message: message(words) }) };
      publish({ kind: "status-update", ...ids, status, final: state !== "working" });
    },
    artifact(parts, chunk) {
      publish({ kind: "artifact-update", ...ids, artifact: { artifactId: "out", name: "out", parts: parts.map(kindPart) }, ...chunk });
    },
    reply: (words) => publish({ kind: "message", role: "agent", messageId: crypto.randomUUID(), contextId, parts: [kindPart(words)] }),
  };
}

/** Where the SDKs before 1.0 take events. */
interface KindBus {
  publish(event: KindEvent): void;
  finished(): void;
}

/** The agent as the SDKs before 1.0 call it. */
interface KindExecutor {
  execute(context: KindContext, bus: KindBus): Promise<void>;
  cancelTask(taskId: string): Promise<void>;
}

/** Makes an agent; default: the one that does what its messages say. */
export function createKindExecutor(performer: Performer = perform): KindExecutor {
  const holds = createHolds();
  return {
    async execute(context, bus) {
      await performer(
        kindOrder(context, holds),
        kindStage(context, (event) => bus.publish(event)),
      );
      bus.finished();
    },
    cancelTask: async (taskId) => holds.release(taskId),
  };
}

/** The members of a card that SDK 0.2 and 0.3 both have. */
export function kindCard(name: string, url: string): Omit<AgentCard, "protocolVersion" | "securitySchemes"> {
  return {
    name,
    description: "Does what its messages say",
    url,
    version: "1.0.0",
    capabilities: { streaming: true, pushNotifications: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "commands", name: "Commands", description: "Does what its messages say", tags: ["testing"] }],
  };
}
