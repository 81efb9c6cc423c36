import type { Choice } from "@a2a/core/internal";
import type { TurnContext } from "../agent/turn-input.js";
import type { BindingName } from "../binding-name.js";
import type { OperationReport } from "../on-operation.js";
import type { Endpoint } from "./endpoint.js";

/** How an operation was answered. */
export type Outcome = Pick<OperationReport, "error" | "events">;

/** An operation on its way. */
export interface Observation {
  /** Set when the caller is known, the rest when the request is. */
  context: Pick<TurnContext, "caller" | "tenant" | "trace"> | undefined;
  /** Reports the operation, the first time. */
  end(outcome: Outcome): void;
}

/** Begins to watch an operation for whoever listens. */
export function startObservation(
  { onOperation, logger }: Endpoint,
  { dialect, operation, binding }: Choice & { readonly binding: BindingName },
): Observation {
  const since = performance.now();
  let isOver = false;
  return {
    context: undefined,
    end(outcome) {
      if (isOver || !onOperation) return;
      isOver = true;
      const { caller, tenant, trace } = this.context ?? {};
      const durationMs = performance.now() - since;
      const who = { ...(caller?.user !== undefined && { user: caller.user }), ...(tenant && { tenant }), ...(trace && { trace }) };
      const report: OperationReport = { operation, version: dialect.version, binding, ...who, durationMs, ...outcome };
      // An async function is one that returns nothing, as far as its type goes; nobody else would hear of its failure.
      new Promise((resolve) => resolve(onOperation(report))).catch((error: unknown) => logger.error({ error }, "onOperation threw"));
    },
  };
}
