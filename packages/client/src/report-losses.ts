import type { Loss, Version } from "@a2a/core";
import { lossesOfParams } from "@a2a/core/internal";
import type { ReportLosses } from "./transport/jsonrpc.js";

/** What the params of one call lose on their way to an agent of an older version. */
export interface LossReport {
  readonly version: Version;
  readonly operation: string;
  readonly losses: readonly Loss[];
}

/** Is told of losses, before the request is sent. */
export type OnLoss = (report: LossReport) => void;

export function reportTo(onLoss: OnLoss): ReportLosses {
  return (dialect, operation, params) => {
    const losses = lossesOfParams(dialect, operation, params);
    if (losses.length > 0) onLoss({ version: dialect.version, operation, losses });
  };
}
