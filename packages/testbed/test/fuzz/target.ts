import { message, text } from "@a2a/core";
import type { AgentDefinition, HandlerOptions, OperationReport } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { createTestbed } from "../../src/index.js";

/** What every secret of the target says: no answer may. */
export const marker = "MARK-a93f-secret";

/** What went on in a target that no answer tells. */
export interface Notes {
  /** Errors that operations were answered with. */
  readonly reports: OperationReport[];
  /** What was told to the logger as an error. */
  readonly told: { readonly facts: object; readonly message: string }[];
  clear(): void;
}

/** A testbed that fails where it is asked to, has limits on everything, and forgets soon. */
export function createTarget(): { readonly definition: AgentDefinition; readonly options: HandlerOptions; readonly notes: Notes } {
  const store = createMemoryStore({ maxFinishedTasks: 200, maxFinishedBytes: 4 * 1024 * 1024, maxWaitingAgeMs: 2000 });
  const { definition, options } = createTestbed({ store, speed: 1000 });
  const notes: Notes = {
    reports: [],
    told: [],
    clear: () => {
      notes.reports.length = 0;
      notes.told.length = 0;
    },
  };
  const tell = (facts: object, words: string): void => void notes.told.push({ facts, message: words });
  const ignore = (): void => undefined;
  return {
    notes,
    definition: { ...definition, run: (turn) => (turn.text === "boom" ? fail() : definition.run(turn)) },
    options: {
      ...options,
      publicUrl: "http://agent.test",
      authenticate: async (request) =>
        request.header("x-fuzz-break") === undefined ? ((await options.authenticate?.(request)) ?? {}) : fail(),
      push: { fetch: () => Promise.resolve(new Response()) },
      cors: { origins: ["https://page.example"] },
      openApi: true,
      health: true,
      logger: { debug: ignore, info: ignore, warn: ignore, error: tell },
      onOperation: (report) => {
        if (report.error !== undefined) notes.reports.push(report);
      },
      maxBodyBytes: 64 * 1024,
      maxParts: 50,
      maxMetadataBytes: 8192,
      maxIdLength: 200,
      maxHistory: 50,
      maxEventBytes: 128 * 1024,
      maxArtifactBytes: 128 * 1024,
      maxRunningTasks: 500,
      maxStreams: 500,
      maxBlockingMs: 5000,
      deadlineMs: 2000,
      stopTimeoutMs: 20,
      duplicateWindowMs: 500,
    },
  };
}

/** What went wrong inside without having been asked for. */
export function faultsOf({ reports, told }: Notes, isAskedToBreak: boolean): readonly unknown[] {
  if (isAskedToBreak) return [];
  return [...reports.filter(({ error }) => error === "InternalError"), ...told.filter(({ message: words }) => words !== "the agent threw")];
}

function fail(): never {
  throw new Error(`${marker}: the database password is 1234`);
}

/** Makes the tasks that inputs can name, and so shows that the target still serves. Their ids, in the order of KNOWN0 and so on. */
export async function makeKnown(fetch: (request: Request) => Promise<Response>): Promise<readonly string[]> {
  const known: string[] = [];
  for (const [command, expected] of [
    ["echo hi", "TASK_STATE_COMPLETED"],
    ["ask Which?", "TASK_STATE_INPUT_REQUIRED"],
    ["auth", "TASK_STATE_AUTH_REQUIRED"],
    ["two", "TASK_STATE_COMPLETED"],
    ["fail paper", "TASK_STATE_FAILED"],
  ] as const) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: message([text(command)]) } });
    const headers = { "content-type": "application/json", "a2a-version": "1.0" };
    const response = await fetch(new Request("http://agent.test/", { method: "POST", headers, body }));
    const { result, error } = await response.json();
    if (result?.task?.status.state !== expected) throw new TypeError(`${command} was answered ${JSON.stringify(error ?? result)}`);
    known.push(result.task.id);
  }
  return known;
}
