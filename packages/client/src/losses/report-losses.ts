import type { Loss, Version } from "@a2a/core";
import type { Operation, ParamsOf } from "@a2a/core/internal";
import { dialects, lossesOfParams } from "@a2a/core/internal/dialects";
import type { Interceptor } from "../transport/intercept.js";

/** What the params of one call lose on their way to an agent of an older version. */
export interface LossReport {
  readonly version: Version;
  /** Name of the operation in the newest version. */
  readonly operation: string;
  readonly losses: readonly Loss[];
}

/** Is told of losses. */
export type OnLoss = (report: LossReport) => void;

/** An interceptor that tells of what an agent does not get to know, because its version cannot say it: before the request is sent. */
export function reportLosses(onLoss: OnLoss): Interceptor {
  return {
    before({ version, operation, params }) {
      const dialect = dialects.find((each) => each.version === version);
      if (!dialect) return;
      // safe: an interceptor is told of operations, with their params
      const losses = lossesOfParams(dialect, operation as Operation, params as ParamsOf<Operation>);
      if (losses.length > 0) onLoss({ version, operation, losses });
    },
  };
}
