import { A2AError } from "../../errors/a2a-error.js";
import type * as Kind from "../../generated/v0.3/types.js";
import type * as Wire from "../../generated/v0.3-proto/types.js";
import type { AgentCard, AgentSkill } from "../../generated/v1.0/types.js";
import { decodeAgentCard as decodeKindCard, encodeCard as encodeKindCard } from "../v0.3/card.js";
import { copySet } from "../v0.3/copy-set.js";
import { copyRequirements, decodeSchemes, encodeSchemes } from "./security.js";

// What a card means that says nothing: the first version that looks like it, and media types that go without saying.
const firstVersion = "0.2.0";
const defaultModes = ["text/plain"];

/**
 * Writes a card, as the tagged form does but for what it says of security. That form has several OAuth flows in one scheme, this one and 1.0 a
 * single one, so that none has to be chosen.
 *
 * @see A2A 0.3, section 5.5
 */
export function encodeCard(card: AgentCard): Wire.AgentCard | undefined {
  const { securitySchemes, securityRequirements, skills, ...rest } = card;
  const kind = encodeKindCard({ ...rest, skills: skills.map(withoutRequirements) });
  if (!kind) return undefined;
  const { securitySchemes: _, security: __, ...wire }: Kind.AgentCard = kind;
  const secured: Wire.AgentCard = Object.assign(wire, { skills: kind.skills.map((each, at) => encodeSkill(each, skills[at])) });
  if (securitySchemes) secured.securitySchemes = encodeSchemes(securitySchemes);
  if (securityRequirements) secured.security = copyRequirements(securityRequirements);
  return secured;
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
 * Reads a card. Writers of protobuf leave out what is empty or false.
 *
 * @see A2A 0.3, section 5.5
 */
export function decodeAgentCard(wire: Wire.AgentCard): AgentCard {
  const { securitySchemes, security, skills = [] } = wire;
  const card = decodeKindCard(toKindCard(wire));
  card.skills = card.skills.map((skill, at) => decodeSkill(skill, skills[at]));
  if (securitySchemes) card.securitySchemes = decodeSchemes(securitySchemes);
  if (security) card.securityRequirements = copyRequirements(security);
  return card;
}

function toKindCard(wire: Wire.AgentCard): Kind.AgentCard {
  const { name, description = "", url, version = "", protocolVersion, preferredTransport, capabilities = {}, provider } = wire;
  const card: Kind.AgentCard = {
    protocolVersion: protocolVersion || firstVersion,
    name,
    description,
    url,
    version,
    capabilities,
    defaultInputModes: wire.defaultInputModes ?? defaultModes,
    defaultOutputModes: wire.defaultOutputModes ?? defaultModes,
    skills: (wire.skills ?? []).map(toKindSkill),
  };
  if (preferredTransport) card.preferredTransport = preferredTransport;
  if (provider) card.provider = { url: provider.url ?? "", organization: provider.organization ?? "" };
  return copySet(wire, card, ["iconUrl", "documentationUrl", "additionalInterfaces", "supportsAuthenticatedExtendedCard", "signatures"]);
}

function toKindSkill(wire: Wire.AgentSkill): Kind.AgentSkill {
  const { id, name = "", description = "", tags = [] } = wire;
  const skill: Kind.AgentSkill = { id, name, description, tags };
  return copySet(wire, skill, ["examples", "inputModes", "outputModes"]);
}

function withoutRequirements({ securityRequirements: _, ...skill }: AgentSkill): AgentSkill {
  return skill;
}

function encodeSkill({ security: _, ...wire }: Kind.AgentSkill, skill: AgentSkill | undefined): Wire.AgentSkill {
  return skill?.securityRequirements ? Object.assign(wire, { security: copyRequirements(skill.securityRequirements) }) : wire;
}

function decodeSkill(skill: AgentSkill, wire: Wire.AgentSkill | undefined): AgentSkill {
  return wire?.security ? Object.assign(skill, { securityRequirements: copyRequirements(wire.security) }) : skill;
}
