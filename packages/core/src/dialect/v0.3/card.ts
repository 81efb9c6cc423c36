import { A2AError } from "../../errors/a2a-error.js";
import type * as Wire from "../../generated/v0.3/types.js";
import type {
  AgentCapabilities,
  AgentCard,
  AgentCardSignature,
  AgentExtension,
  AgentInterface,
  AgentSkill,
} from "../../generated/v1.0/types.js";
import { minorOf } from "../choose-dialect.js";
import { decodeModes } from "../modes.js";
import { copySet } from "./copy-set.js";
import { decodeRequirements, decodeSchemes, encodeRequirements, encodeSchemes } from "./security.js";
import { aliases, version as ownVersion } from "./version.js";

// The transport at a card's URL that does not name one: 0.3, section 5.5.5.
const defaultTransport = "JSONRPC";

const spokenVersions: readonly unknown[] = [ownVersion, ...aliases];

/**
 * Writes a card with those of its interfaces that can be spoken to in 0.3: of its version, and without a tenant, which requests of 0.3 cannot
 * name; undefined where there is none. Signatures are left out, because each is valid for one representation.
 *
 * @see A2A 0.3, section 5.5
 */
export function encodeCard(card: AgentCard): Wire.AgentCard | undefined {
  const interfaces = unique(card.supportedInterfaces.filter(isSpoken));
  const [main] = interfaces;
  if (!main) return undefined;
  const { name, description, version, capabilities, defaultInputModes, defaultOutputModes } = card;
  const wire: Wire.AgentCard = {
    protocolVersion: `${minorOf(main.protocolVersion)}.0`,
    name,
    description,
    url: main.url,
    preferredTransport: main.protocolBinding,
    version,
    capabilities: encodeCapabilities(capabilities),
    defaultInputModes,
    defaultOutputModes,
    skills: card.skills.map(encodeSkill),
  };
  copySet(card, wire, ["iconUrl", "documentationUrl"]);
  if (card.provider) wire.provider = { organization: card.provider.organization, url: card.provider.url };
  if (interfaces.length > 1) wire.additionalInterfaces = interfaces.map(({ url, protocolBinding: transport }) => ({ url, transport }));
  if (card.securitySchemes) wire.securitySchemes = encodeSchemes(card.securitySchemes);
  if (card.securityRequirements) wire.security = encodeRequirements(card.securityRequirements);
  if (capabilities.extendedAgentCard !== undefined) wire.supportsAuthenticatedExtendedCard = capabilities.extendedAgentCard;
  return wire;
}

/**
 * Writes the extended card.
 *
 * @throws A2AError `ExtendedCardNotConfiguredError` where no interface of it can be spoken to in 0.3
 * @see A2A 0.3, section 7.10
 */
export function encodeExtendedCard(card: AgentCard): Wire.AgentCard {
  const wire = encodeCard(card);
  if (!wire) throw new A2AError("ExtendedCardNotConfiguredError", "the extended card has no interface of this version");
  return wire;
}

/**
 * Reads a card. Whether it keeps the states of a task (`stateTransitionHistory`) is not passed on: no later version says so.
 *
 * @see A2A 0.3, section 5.5
 */
export function decodeAgentCard(wire: Wire.AgentCard): AgentCard {
  const { name, description, version, provider, signatures, securitySchemes, security } = wire;
  const card: AgentCard = {
    name,
    description,
    supportedInterfaces: decodeInterfaces(wire),
    version,
    capabilities: decodeCapabilities(wire),
    defaultInputModes: decodeModes(wire.defaultInputModes),
    defaultOutputModes: decodeModes(wire.defaultOutputModes),
    skills: wire.skills.map((skill) => decodeSkill(skill, securitySchemes)),
  };
  copySet(wire, card, ["documentationUrl", "iconUrl"]);
  if (provider) card.provider = { url: provider.url, organization: provider.organization };
  if (signatures) card.signatures = signatures.map(decodeSignature);
  if (securitySchemes) card.securitySchemes = decodeSchemes(securitySchemes);
  if (security) card.securityRequirements = decodeRequirements(security, securitySchemes);
  return card;
}

function isSpoken({ protocolVersion, tenant }: AgentInterface): boolean {
  return spokenVersions.includes(minorOf(protocolVersion)) && !tenant;
}

function decodeInterfaces({ url, preferredTransport, additionalInterfaces = [], protocolVersion }: Wire.AgentCard): AgentInterface[] {
  const all = [{ url, transport: preferredTransport ?? defaultTransport }, ...additionalInterfaces];
  const minor = minorOf(protocolVersion) ?? protocolVersion;
  return unique(all.map((each) => ({ url: each.url, protocolBinding: each.transport, protocolVersion: minor })));
}

/** Each address and binding once, where it comes first. */
function unique(interfaces: readonly AgentInterface[]): AgentInterface[] {
  const byAddress = new Map<string, AgentInterface>();
  for (const each of interfaces) {
    const address = JSON.stringify([each.url, each.protocolBinding]);
    if (!byAddress.has(address)) byAddress.set(address, each);
  }
  return [...byAddress.values()];
}

function encodeCapabilities({ streaming, pushNotifications, extensions }: AgentCapabilities): Wire.AgentCapabilities {
  const wire: Wire.AgentCapabilities = {};
  if (streaming !== undefined) wire.streaming = streaming;
  if (pushNotifications !== undefined) wire.pushNotifications = pushNotifications;
  const known = extensions?.flatMap(encodeExtension) ?? [];
  if (known.length > 0) wire.extensions = known;
  return wire;
}

/** An extension without a URI cannot be asked for. */
function encodeExtension({ uri, ...rest }: AgentExtension): Wire.AgentExtension[] {
  if (!uri) return [];
  const wire: Wire.AgentExtension = { uri };
  return [copySet(rest, wire, ["description", "required", "params"])];
}

function decodeCapabilities(wire: Wire.AgentCard & { readonly supportsExtendedAgentCard?: unknown }): AgentCapabilities {
  const { streaming, pushNotifications, extensions } = wire.capabilities;
  // 1.0 calls the member by another name where it speaks of 0.3: appendix A.
  const { supportsAuthenticatedExtendedCard = wire.supportsExtendedAgentCard } = wire;
  const capabilities: AgentCapabilities = {};
  if (streaming !== undefined) capabilities.streaming = streaming;
  if (pushNotifications !== undefined) capabilities.pushNotifications = pushNotifications;
  if (extensions) capabilities.extensions = extensions.map(decodeExtension);
  if (typeof supportsAuthenticatedExtendedCard === "boolean") capabilities.extendedAgentCard = supportsAuthenticatedExtendedCard;
  return capabilities;
}

function decodeExtension(wire: Wire.AgentExtension): AgentExtension {
  const extension: AgentExtension = { uri: wire.uri };
  return copySet(wire, extension, ["description", "required", "params"]);
}

function encodeSkill(skill: AgentSkill): Wire.AgentSkill {
  const { id, name, description, tags, securityRequirements } = skill;
  const wire: Wire.AgentSkill = { id, name, description, tags };
  copySet(skill, wire, ["examples", "inputModes", "outputModes"]);
  if (securityRequirements) wire.security = encodeRequirements(securityRequirements);
  return wire;
}

function decodeSkill(wire: Wire.AgentSkill, schemes: Wire.SecuritySchemes | undefined): AgentSkill {
  const { id, name, description, tags, examples, inputModes, outputModes, security } = wire;
  const skill: AgentSkill = { id, name, description, tags };
  if (examples) skill.examples = examples;
  if (inputModes) skill.inputModes = decodeModes(inputModes);
  if (outputModes) skill.outputModes = decodeModes(outputModes);
  if (security) skill.securityRequirements = decodeRequirements(security, schemes);
  return skill;
}

function decodeSignature({ protected: protectedHeader, signature, header }: Wire.AgentCardSignature): AgentCardSignature {
  return { protected: protectedHeader, signature, ...(header && { header }) };
}
