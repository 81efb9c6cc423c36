import type { VersionFacts } from "@a2a/core/internal";
import { A2AError, LocalError } from "@a2a/core/internal";

/**
 * What a status of HTTP says where the body says nothing: an answer of the agent, or that it was not reached; undefined for others.
 *
 * @see A2A 1.0, section 5.4
 */
export function refusalOf(
  { errorsByStatus }: Pick<VersionFacts, "errorsByStatus">,
  { status, headers }: Response,
  url: string,
): Error | undefined {
  const name = errorsByStatus[status];
  // The agent's own failure says nothing that the body does not.
  if (name === "InternalError") return undefined;
  if (name) return new A2AError(name, `${url} answered ${status}`, { metadata: patienceOf(headers) });
  const isGateway = Math.floor(status / 100) === 5;
  return isGateway ? new LocalError("NETWORK", `${url} is not reached: a server before it answered ${status}`) : undefined;
}

/** When to ask again, as seconds or a date: RFC 9110, section 10.2.3. */
export function patienceOf(headers: Headers): { retryAfterSeconds?: string } {
  const value = headers.get("retry-after")?.trim() ?? "";
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? {} : { retryAfterSeconds: String(Math.max(0, seconds)) };
}
