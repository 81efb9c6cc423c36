import type { Task } from "@a2a/core";
import type { AgentDefinition, Turn, Yield } from "@a2a/server";
import { agentOf, gate } from "../subjects.js";
import type { AgentStep, OnStop, Shown } from "./agent-step.js";
import { yieldOf } from "./agent-step.js";

/** One thing that the agent did and that the log has to show. */
export interface Deed {
  readonly step: Shown;
  /** What it said, unlike anything else that is said. */
  readonly text: string;
  /** The turn had been told to stop by then. */
  readonly isLate: boolean;
  /** It had been given all the time that there is to stop. */
  readonly isTooLate: boolean;
}

/** What the agent did in one turn. */
export interface TurnRecord {
  readonly taskId: string;
  readonly messageId: string;
  /** The task as the turn was given it; nobody looks before the end, as an agent may. */
  readonly task: Task;
  readonly deeds: Deed[];
  /** The messages that it read from its inbox. */
  readonly read: string[];
}

/** The agent under test: it does nothing that it is not let, task by task and step by step. */
export interface ScriptedAgent {
  readonly definition: AgentDefinition;
  readonly turns: readonly TurnRecord[];
  /** Lets the agent do one thing more for a task, as soon as it is done with what it was let before. */
  let(taskId: string, step: AgentStep): void;
  /** Lets every turn return that waits for something to do, from now on. */
  letReturn(): void;
}

/** What the agent under test tells of itself, and asks. */
export interface Script {
  began(turn: TurnRecord): void;
  did(turn: TurnRecord, what: string): void;
  onStopOf(taskId: string): OnStop;
  readonly stopTimeoutMs: number;
}

/** What a task's turns may do, and how one that waits is woken. */
interface Gate {
  readonly steps: AgentStep[];
  wake(): void;
}

/** Creates the agent under test. */
export function createScriptedAgent(script: Script): ScriptedAgent {
  const turns: TurnRecord[] = [];
  const gates = new Map<string, Gate>();
  const returning = gate();
  let mayReturn = false;
  let lastText = 0;

  function gateOf(taskId: string): Gate {
    const own = gates.get(taskId) ?? { steps: [], wake: () => undefined };
    gates.set(taskId, own);
    return own;
  }

  async function nextStep(turn: TurnRecord, signal: AbortSignal): Promise<AgentStep> {
    const own = gateOf(turn.taskId);
    const onStop = script.onStopOf(turn.taskId);
    for (;;) {
      const step = own.steps.shift();
      if (step !== undefined) return step;
      if (mayReturn) return "returns";
      if (signal.aborted && onStop !== "ignores it" && !turn.deeds.some(({ isLate }) => isLate)) return onStop;
      await new Promise<void>((resolve) => {
        own.wake = resolve;
      });
    }
  }

  async function* run(given: Turn): AsyncGenerator<Yield, void> {
    const { message, inbox, signal } = given;
    const { taskId = "", messageId } = message;
    let isTooLate = false;
    const turn: TurnRecord = {
      ...{ taskId, messageId, deeds: [], read: [] },
      get task() {
        return given.task;
      },
    };
    turns.push(turn);
    script.began(turn);
    signal.addEventListener("abort", () => {
      setTimeout(() => {
        isTooLate = true;
      }, script.stopTimeoutMs);
      gateOf(taskId).wake();
    });
    for (;;) {
      const step = await nextStep(turn, signal);
      if (step === "reads its inbox") {
        script.did(turn, step);
        // The end of the story ends the waiting too: where there is no task yet, nothing else can.
        turn.read.push(...(await Promise.race([readOne(inbox), returning.passed.then(() => [])])));
        continue;
      }
      lastText += 1;
      const text = `s${lastText}`;
      turn.deeds.push({ step, text, isLate: signal.aborted, isTooLate });
      script.did(turn, `${step} ${text}${signal.aborted ? " (told to stop)" : ""}`);
      if (step === "returns") return;
      if (step === "throws") throw new Error("secret");
      yield yieldOf(step, text);
    }
  }

  return {
    definition: agentOf(run),
    turns,
    let(taskId, step) {
      const own = gateOf(taskId);
      own.steps.push(step);
      own.wake();
    },
    letReturn() {
      mayReturn = true;
      returning.open();
      for (const own of gates.values()) {
        own.steps.splice(0);
        own.wake();
      }
    },
  };
}

/** Waits for a message; none where the turn is stopped instead. */
async function readOne(inbox: Turn["inbox"]): Promise<string[]> {
  for await (const { messageId } of inbox) return [messageId];
  return [];
}
