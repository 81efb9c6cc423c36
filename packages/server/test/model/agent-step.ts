import type { TaskState } from "@a2a/core";
import { isTerminal } from "@a2a/core";
import type { Yield } from "@a2a/server";

/** What the log has to show of a step: a chunk of an artifact, or a status. */
export type Effect =
  | { readonly kind: "artifact"; readonly of: "output" | "a"; readonly append?: boolean; readonly last?: boolean }
  | { readonly kind: "status"; readonly state: TaskState; readonly words: "own" | "none" | "The agent failed."; readonly ends: boolean };

/** What the agent under test can say, in its own words. */
const sayings = {
  chunk: (text) => text,
  part: (text) => ({ text }),
  artifact: (text) => ({ artifact: { artifactId: "a", parts: [{ text }] } }),
  append: (text) => ({ artifact: { artifactId: "a", parts: [{ text }] }, append: true }),
  message: (text) => ({ messageId: text, role: "ROLE_AGENT", parts: [{ text }] }),
  working: (text) => ({ state: "TASK_STATE_WORKING", message: text }),
  "working without words": () => ({ state: "TASK_STATE_WORKING" }),
  "input-required": (text) => ({ state: "TASK_STATE_INPUT_REQUIRED", message: text }),
  "auth-required": (text) => ({ state: "TASK_STATE_AUTH_REQUIRED", message: text }),
  "auth-required and goes on": (text) => ({ state: "TASK_STATE_AUTH_REQUIRED", message: text, continues: true }),
  completed: (text) => ({ state: "TASK_STATE_COMPLETED", message: text }),
  failed: (text) => ({ state: "TASK_STATE_FAILED", message: text }),
  rejected: () => ({ state: "TASK_STATE_REJECTED" }),
  // safe: meant to be wrong, no part has two contents
  "breaks the protocol": (text) => ({ text, url: "contents" }) as unknown as Yield,
} satisfies Readonly<Record<string, (text: string) => Yield>>;

/** What the agent can say. */
export type Saying = keyof typeof sayings;

/** A step that the log has to show. */
export type Shown = Saying | "returns" | "throws";

/** One thing that the agent does when it is let. */
export type AgentStep = Shown | "reads its inbox";

/** What the agent does when it is told to stop and has nothing else to do: one thing, or nothing. */
export type OnStop = Shown | "ignores it";

const effects: Readonly<Record<Shown, Effect>> = {
  chunk: { kind: "artifact", of: "output" },
  part: { kind: "artifact", of: "output" },
  artifact: { kind: "artifact", of: "a", last: true },
  append: { kind: "artifact", of: "a", append: true },
  message: status("TASK_STATE_WORKING", "own"),
  working: status("TASK_STATE_WORKING", "own"),
  "working without words": status("TASK_STATE_WORKING", "none"),
  "input-required": status("TASK_STATE_INPUT_REQUIRED", "own", true),
  "auth-required": status("TASK_STATE_AUTH_REQUIRED", "own", true),
  "auth-required and goes on": status("TASK_STATE_AUTH_REQUIRED", "own"),
  completed: status("TASK_STATE_COMPLETED", "own", true),
  failed: status("TASK_STATE_FAILED", "own", true),
  rejected: status("TASK_STATE_REJECTED", "none", true),
  returns: status("TASK_STATE_COMPLETED", "none", true),
  throws: status("TASK_STATE_FAILED", "The agent failed.", true),
  "breaks the protocol": status("TASK_STATE_FAILED", "The agent failed.", true),
};

/** What a step has to become, as long as nothing stops the turn. */
export function effectOf(step: Shown): Effect {
  return effects[step];
}

/** Whether the agent ends the task itself, in a state of its own choice: a cancel does not take that away from it. */
export function isLastWord(step: Shown): boolean {
  const effect = effects[step];
  return isOwnWord(step) && effect.kind === "status" && isTerminal(effect.state);
}

/** Whether the agent says it, as opposed to ending without a word, or with one that nobody can use. */
export function isOwnWord(step: Shown): step is Saying {
  return step in sayings && step !== "breaks the protocol";
}

/** What the agent yields for a step. */
export function yieldOf(step: Saying, text: string): Yield {
  return sayings[step](text);
}

function status(state: TaskState, words: "own" | "none" | "The agent failed.", ends = false): Effect {
  return { kind: "status", state, words, ends };
}
