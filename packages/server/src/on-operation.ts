import type { ErrorName, Version } from "@a2a/core";
import type { OperationName } from "@a2a/core/internal";
import type { Turn } from "./agent/agent.js";
import type { BindingName } from "./binding-name.js";

/** One operation that has been answered: for metrics, traces and audits. It holds no payload. */
export interface OperationReport {
  readonly operation: OperationName;
  readonly version: Version;
  /** How it was asked for, as cards name it. */
  readonly binding: BindingName;
  /** Absent for an anonymous caller, and where the operation was refused before the caller was known. */
  readonly user?: string;
  readonly tenant?: string;
  readonly trace?: NonNullable<Turn["trace"]>;
  /** From the request's arrival to its answer, of a stream to its end. */
  readonly durationMs: number;
  /** Events of a stream that were written. */
  readonly events?: number;
  /** The error that it was answered with, or that ended the stream. */
  readonly error?: ErrorName;
}

/** Told of operations. What it throws is logged, and changes no answer. */
export type OnOperation = (report: OperationReport) => void;
