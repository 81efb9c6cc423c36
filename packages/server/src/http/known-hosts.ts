import type { Answer, Answerer, Exchange } from "./exchange.js";

/** Which hosts requests may be sent to. */
export interface KnownHosts {
  /** Without ports, in any case. */
  readonly allowed: readonly string[];
  refuse(exchange: Exchange): Answer;
}

/**
 * Answers what was sent to this machine by its own names and addresses, or to a host that is allowed. A page of another site can have the name of its own host
 * lead to this machine, and the browser takes what answers there for that site: only the name tells.
 */
export function withKnownHosts(answer: Answerer, { allowed, refuse }: KnownHosts): Answerer {
  const known = new Set(allowed.map((host) => host.toLowerCase()));
  return (exchange) => {
    const host = exchange.header("host") ?? "";
    // Without one it is no browser's.
    if (host === "") return answer(exchange);
    const name = nameOf(host);
    return isLoopback(name) || known.has(name) ? answer(exchange) : Promise.resolve(refuse(exchange));
  };
}

/** Whether a host is this machine, seen from itself alone: RFC 6761, section 6.3; RFC 5735, section 3. */
export function isLoopback(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name);
}

function nameOf(host: string): string {
  return host.replace(/:\d*$/, "").toLowerCase();
}
