import type { AgentCard, Artifact, Task } from "sdk-1.3";
import { Role, TaskState } from "sdk-1.3";
import type { AgentExecutionEvent, RequestContext } from "sdk-1.3/server";
import { AgentEvent } from "sdk-1.3/server";
import { caseMessage, casePart, partsOf } from "../cases.js";
import type { Holds, Order, Stage, StageState } from "./perform.js";

/** Makes an order of what SDK 1.3 gives. */
export function caseOrder({ taskId, userMessage, task }: RequestContext, holds: Holds): Order {
  return { taskId, parts: partsOf(userMessage), isFollowUp: task !== undefined, holds };
}

const states: Readonly<Record<StageState, TaskState>> = {
  working: TaskState.TASK_STATE_WORKING,
  completed: TaskState.TASK_STATE_COMPLETED,
  canceled: TaskState.TASK_STATE_CANCELED,
  "input-required": TaskState.TASK_STATE_INPUT_REQUIRED,
};

/** Publishes events of SDK 1.3. It wants the task at the beginning of every turn; one that goes on is published as it is. */
export function caseStage({ taskId, contextId, userMessage, task }: RequestContext, publish: (event: AgentExecutionEvent) => void): Stage {
  const ids = { taskId, contextId };
  const agent = { ...ids, role: Role.ROLE_AGENT };
  const metadata = undefined;
  const statusOf = (state: TaskState, words?: string): Task["status"] => ({
    state,
    message: words === undefined ? undefined : caseMessage(agent, [words]),
    timestamp: new Date().toISOString(),
  });
  return {
    task() {
      const status = statusOf(TaskState.TASK_STATE_SUBMITTED);
      publish(AgentEvent.task(task ?? { id: taskId, contextId, status, artifacts: [], history: [userMessage], metadata }));
    },
    status: (state, words) => publish(AgentEvent.statusUpdate({ ...ids, status: statusOf(states[state], words), metadata })),
    artifact(parts, chunk) {
      const artifact: Artifact = { artifactId: "out", name: "out", description: "", parts: parts.map(casePart), metadata, extensions: [] };
      publish(AgentEvent.artifactUpdate({ ...ids, artifact, ...chunk, metadata }));
    },
    reply: (words) => publish(AgentEvent.message(caseMessage({ ...agent, taskId: "" }, [words]))),
  };
}

/** A card of SDK 1.3 with an interface of each version. */
export function caseCard(name: string, url: string, versions: readonly string[]): AgentCard {
  return {
    name,
    description: "Does what its messages say",
    version: "1.0.0",
    provider: undefined,
    supportedInterfaces: versions.map((protocolVersion) => ({ url, protocolBinding: "JSONRPC", tenant: "", protocolVersion })),
    capabilities: { streaming: true, pushNotifications: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    signatures: [],
    skills: [],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
  };
}
