import type { AgentCard } from "../generated/v1.0/types.js";
import type { CardRule, Found } from "./card-finding.js";
import { isBlank, isMediaType, isSemanticVersion } from "./text-forms.js";
import { webUrlOf } from "./web-url.js";

const card = { "1.0": "1.0, section 4.4.1", "0.3": "0.3, section 5.5", "0.1": "0.1, section 5.5" } as const;
const skill = { "1.0": "1.0, section 4.4.5", "0.3": "0.3, section 5.5.4", "0.1": "0.1, section 5.5.4" } as const;
// 0.1 requires less of a card.
const laterCard = { "1.0": card["1.0"], "0.3": card["0.3"] } as const;
const laterSkill = { "1.0": skill["1.0"], "0.3": skill["0.3"] } as const;

/** Whether people and catalogues learn from a card what the agent is and does. */
export const contentRules: readonly CardRule[] = [
  {
    rule: "name-missing",
    severity: "warning",
    clauses: card,
    *find({ name }) {
      if (isBlank(name)) yield { pointer: "/name", message: "the agent has no name" };
    },
  },
  {
    rule: "description-missing",
    severity: "warning",
    clauses: laterCard,
    *find({ description }) {
      if (isBlank(description)) yield { pointer: "/description", message: "nothing says what the agent is for" };
    },
  },
  {
    rule: "version-not-semantic",
    severity: "warning",
    clauses: card,
    *find({ version }) {
      if (!isSemanticVersion(version))
        yield { pointer: "/version", message: `${JSON.stringify(version)} is not a version such as "1.0.0"` };
    },
  },
  {
    rule: "provider-url",
    severity: "warning",
    clauses: { "1.0": "1.0, section 4.4.2", "0.3": "0.3, section 5.5.1" },
    find: ({ provider }) => notLink("/provider/url", provider?.url),
  },
  {
    rule: "link-url",
    severity: "warning",
    clauses: card,
    *find({ documentationUrl, iconUrl }) {
      yield* notLink("/documentationUrl", documentationUrl);
      yield* notLink("/iconUrl", iconUrl);
    },
  },
  {
    rule: "media-type",
    severity: "warning",
    clauses: card,
    *find(whole) {
      for (const [pointer, mode] of modesOf(whole)) {
        if (!isMediaType(mode)) yield { pointer, message: `${JSON.stringify(mode)} is not a media type such as "text/plain"` };
      }
    },
  },
  {
    rule: "skills-missing",
    severity: "warning",
    clauses: card,
    *find({ skills }) {
      if (skills.length === 0) yield { pointer: "/skills", message: "nothing says what the agent can do" };
    },
  },
  {
    rule: "skill-id-blank",
    severity: "error",
    clauses: skill,
    find: (whole) => eachSkill(whole, "id", ({ id }) => isBlank(id) && "the skill has no id"),
  },
  { rule: "skill-id-duplicate", severity: "error", clauses: skill, find: findSameIds },
  {
    rule: "skill-name-missing",
    severity: "warning",
    clauses: skill,
    find: (whole) => eachSkill(whole, "name", ({ name }) => isBlank(name) && "the skill has no name"),
  },
  {
    rule: "skill-description-missing",
    severity: "warning",
    clauses: laterSkill,
    find: (whole) => eachSkill(whole, "description", ({ description }) => isBlank(description) && "nothing says what the skill does"),
  },
  {
    rule: "skill-tags-missing",
    severity: "warning",
    clauses: laterSkill,
    find: (whole) => eachSkill(whole, "tags", ({ tags }) => tags.length === 0 && "the skill has no tags: it is harder to find"),
  },
];

type Skill = AgentCard["skills"][number];

function* eachSkill({ skills }: AgentCard, member: keyof Skill, judge: (one: Skill) => string | false): Generator<Found> {
  for (const [at, one] of skills.entries()) {
    const message = judge(one);
    if (message !== false) yield { pointer: `/skills/${at}/${member}`, message };
  }
}

function* findSameIds({ skills }: AgentCard): Generator<Found> {
  const firstById = new Map<string, number>();
  for (const [at, { id }] of skills.entries()) {
    const first = firstById.get(id);
    if (first === undefined) firstById.set(id, at);
    else yield { pointer: `/skills/${at}/id`, message: `${JSON.stringify(id)} is the id of the skill at ${first} already` };
  }
}

function* modesOf({ defaultInputModes, defaultOutputModes, skills }: AgentCard): Generator<[pointer: string, mode: string]> {
  yield* modesIn("/defaultInputModes", defaultInputModes);
  yield* modesIn("/defaultOutputModes", defaultOutputModes);
  for (const [at, { inputModes, outputModes }] of skills.entries()) {
    yield* modesIn(`/skills/${at}/inputModes`, inputModes);
    yield* modesIn(`/skills/${at}/outputModes`, outputModes);
  }
}

function* modesIn(base: string, modes: readonly string[] = []): Generator<[pointer: string, mode: string]> {
  for (const [at, mode] of modes.entries()) yield [`${base}/${at}`, mode];
}

function* notLink(pointer: string, url: string | undefined): Generator<Found> {
  if (url !== undefined && !webUrlOf(url)) yield { pointer, message: `${JSON.stringify(url)} is not an absolute http or https URL` };
}
