// What any answer over gRPC has to be, whatever was called.

import { maxAnswerDepth } from "@a2a/client/internal";
import { grpcStatuses } from "@a2a/core/internal/dialects";
import { status as codes } from "@grpc/grpc-js";
import { guards } from "../../../core/test/generated-versions.js";
import type { GrpcForm } from "../../../grpc/src/server/forms.js";
import type { Answered } from "../../../grpc/test/raw-client.js";
import { detailsOf } from "../../../grpc/test/status-details.js";
import { leak } from "./check-http.js";

/** The statuses that the table has, success, and what a call ends with that its caller has left. */
const allowed: ReadonlySet<string> = new Set(["OK", "CANCELLED", ...Object.values(grpcStatuses)]);

/** Everything that is wrong with how a call was answered. */
export function problemsOfCall({ dialect, rpcs, codecOf }: GrpcForm, operation: string, { messages, status }: Answered): readonly string[] {
  const problems: string[] = [];
  const name = codes[status.code] ?? "";
  if (!allowed.has(name)) problems.push(`status ${name}`);
  const details = detailsOf(status);
  if (details && (details.code !== status.code || details.message !== status.details)) problems.push(`details ${JSON.stringify(details)}`);
  // What is too long is refused before anything of ours is asked.
  if (!details && !["OK", "CANCELLED", "RESOURCE_EXHAUSTED"].includes(name)) problems.push(`no details: ${name} ${status.details}`);
  const said = `${status.details} ${JSON.stringify(details)}`;
  if (name !== "CANCELLED" && leak.test(said)) problems.push(`the text of an exception: ${said}`);
  const rpc = rpcs[operation];
  if (!rpc) return [...problems, `no rpc for ${operation}`];
  const folder = dialect.version === "0.3" ? "v0.3-proto" : `v${dialect.version}`;
  for (const message of messages) {
    const decoded = codecOf(rpc.output).decode(message, maxAnswerDepth);
    if (!decoded.ok) problems.push(`no ${rpc.output.name}: ${decoded.detail}`);
    else if (guards[folder]?.results[operation]?.(decoded.value) !== true) problems.push(`not valid: ${JSON.stringify(decoded.value)}`);
  }
  if (name === "OK" && !rpc.streaming && messages.length !== 1) problems.push(`${messages.length} messages`);
  return problems;
}
