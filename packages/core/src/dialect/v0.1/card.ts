import { isAgentCard } from "#validators/v0.1";
import type * as Wire from "../../generated/v0.1/types.js";
import type { AgentCard, AgentSkill } from "../../generated/v1.0/types.js";
import { minorOf } from "../choose-dialect.js";
import type { Decoded } from "../dialect.js";
import { decodeModes } from "../modes.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptCard } from "./accept.js";
import { decodeSecurity, encodeSecurity } from "./security.js";

// The only binding of 0.1, as later cards name it.
const binding = "JSONRPC";

// What an agent takes and gives that does not say so.
const defaultModes = ["text/plain"];

/**
 * Writes a card for callers at one address: that of its first JSON-RPC interface of the version; undefined where it has none. Extensions, the
 * extended card, signatures, the icon, tenants and what skills ask of callers are left out: 0.1 has no members for them.
 *
 * @see A2A 0.1, section 5.5
 */
export function encodeCard(card: AgentCard, version: string): Wire.AgentCard | undefined {
  const spoken = card.supportedInterfaces.find(
    ({ protocolBinding, protocolVersion }) => protocolBinding === binding && minorOf(protocolVersion) === version,
  );
  if (!spoken) return undefined;
  const { name, description, provider, documentationUrl, capabilities, defaultInputModes, defaultOutputModes, skills } = card;
  const { streaming, pushNotifications } = capabilities;
  const authentication = encodeSecurity(card);
  return {
    name,
    ...(description && { description }),
    url: spoken.url,
    ...(provider && { provider: { organization: provider.organization, ...(provider.url && { url: provider.url }) } }),
    version: card.version,
    ...(documentationUrl !== undefined && { documentationUrl }),
    capabilities: { ...(streaming !== undefined && { streaming }), ...(pushNotifications !== undefined && { pushNotifications }) },
    ...(authentication && { authentication }),
    defaultInputModes,
    defaultOutputModes,
    skills: skills.map(encodeSkill),
  };
}

/**
 * Reads a card. What later versions require and 0.1 does not is empty where it is missing.
 *
 * @see A2A 0.1, section 5.5
 */
export function decodeCard(wire: unknown, version: string): Decoded<AgentCard> {
  return mapped(readTolerant(isAgentCard, acceptCard, wire), (card) => toCard(card, version));
}

function toCard(wire: Wire.AgentCard, version: string): AgentCard {
  const { name, description = "", url, provider, documentationUrl, capabilities, authentication, skills } = wire;
  const { streaming, pushNotifications } = capabilities;
  return {
    name,
    description,
    supportedInterfaces: [{ url, protocolBinding: binding, protocolVersion: version }],
    ...(provider && { provider: { url: provider.url ?? "", organization: provider.organization } }),
    version: wire.version,
    ...(documentationUrl !== undefined && { documentationUrl }),
    capabilities: { ...(streaming !== undefined && { streaming }), ...(pushNotifications !== undefined && { pushNotifications }) },
    ...decodeSecurity(authentication),
    defaultInputModes: decodeModes(wire.defaultInputModes ?? defaultModes),
    defaultOutputModes: decodeModes(wire.defaultOutputModes ?? defaultModes),
    skills: skills.map(decodeSkill),
  };
}

function encodeSkill({ id, name, description, tags, examples, inputModes, outputModes }: AgentSkill): Wire.AgentSkill {
  return {
    id,
    name,
    ...(description && { description }),
    ...(tags.length > 0 && { tags }),
    ...(examples && { examples }),
    ...(inputModes && { inputModes }),
    ...(outputModes && { outputModes }),
  };
}

function decodeSkill({ id, name, description = "", tags = [], examples, inputModes, outputModes }: Wire.AgentSkill): AgentSkill {
  return {
    id,
    name,
    description,
    tags,
    ...(examples && { examples }),
    ...(inputModes && { inputModes: decodeModes(inputModes) }),
    ...(outputModes && { outputModes: decodeModes(outputModes) }),
  };
}
