import type { AgentCard } from "@a2a/core";
import { clientVersions } from "@a2a/core/internal/versions";
import type { Client } from "./client.js";
import { connectAs } from "./connect-as.js";
import type { ConnectOptions } from "./options.js";
import { probe } from "./route/probe.js";
import { jsonRpc, restBy } from "./transport/built-in.js";

const transports = [jsonRpc, restBy(() => import("./transport/rest-every.js"))];

/**
 * Connects to an agent of any version: finds its card and chooses the interface to talk to.
 *
 * @param target the agent's address, the address of its card, or the card itself
 * @throws LocalError `BAD_RESPONSE` where there is no valid card or no interface that this client speaks, `BAD_SIGNATURE`, `REFUSED_URL`, `NETWORK`, `TIMEOUT`; A2AError where
 * the card is refused; TypeError for an address that is no http or https URL, for credentials in it, and for an option that cannot be meant
 * @see A2A 1.0, section 8
 */
export function connect(target: string | URL | AgentCard, options: ConnectOptions = {}): Promise<Client> {
  return connectAs({ versions: clientVersions, transports, probe }, target, options);
}
