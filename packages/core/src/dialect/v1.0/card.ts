import { cardShape } from "#shapes/v1.0";
import { isAgentCard } from "#validators/v1.0";
import type { AgentCard, AgentSkill } from "../../generated/v1.0/types.js";
import type { Decoded } from "../dialect.js";
import { decodeModes, isToken } from "../modes.js";
import type { Reading } from "../read-known.js";
import { readKnown } from "../read-known.js";
import { mapped } from "../read-tolerant.js";
import { acceptCard } from "./accept.js";

const reading: Reading = { shape: cardShape, accept: acceptCard, keepsUnknown: true };

/**
 * Reads a card.
 *
 * @see A2A 1.0, section 4.4.1
 */
export function decodeCard(wire: unknown): Decoded<AgentCard> {
  return mapped(readKnown(isAgentCard, reading, wire), withMediaTypes);
}

function withMediaTypes(card: AgentCard): AgentCard {
  const { defaultInputModes, defaultOutputModes, skills } = card;
  const modes = skills.flatMap(({ inputModes = [], outputModes = [] }) => [...inputModes, ...outputModes]);
  if (![...defaultInputModes, ...defaultOutputModes, ...modes].some(isToken)) return card;
  return {
    ...card,
    defaultInputModes: decodeModes(defaultInputModes),
    defaultOutputModes: decodeModes(defaultOutputModes),
    skills: skills.map(skillWithMediaTypes),
  };
}

function skillWithMediaTypes(skill: AgentSkill): AgentSkill {
  const { inputModes, outputModes } = skill;
  return {
    ...skill,
    ...(inputModes && { inputModes: decodeModes(inputModes) }),
    ...(outputModes && { outputModes: decodeModes(outputModes) }),
  };
}
