import type { AgentCapabilities } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { AgentCardInput, Authenticate, Caller, CallerRequest, SigningOptions } from "@a2a/server";
import { createSigningKey } from "./node-signing-key.js";

/** Kinds of testbed that can be served. */
export type ProfileName =
  | "default"
  | "no-streaming"
  | "no-push"
  | "no-extended-card"
  | "extended-not-configured"
  | "required-extension"
  | "auth"
  | "tenants"
  | "signed-card";

/** How a testbed presents itself, and whom it serves. */
export interface Profile {
  readonly card: AgentCardInput;
  readonly extendedCard?: Partial<AgentCardInput>;
  readonly tenants?: readonly string[];
  /** Makes the keys that it signs with. */
  readonly createSigning?: () => SigningOptions;
  /** Default: everybody is the same anonymous caller. */
  readonly authenticate?: Authenticate;
}

const echoExtension = "https://conformance.example/ext/echo/v1";
const requiredExtension = "https://conformance.example/ext/required/v1";
const users: ReadonlyMap<string, string> = new Map([
  ["test-token", "alice"],
  ["other-token", "bob"],
]);

const card: AgentCardInput = {
  name: "A2A testbed",
  description: "Does what its messages say: send a command such as `stream 3` and see how a client copes with the answer.",
  version: "1.0.0",
  defaultInputModes: ["text/plain", "application/json", "image/png", "application/pdf", "application/octet-stream"],
  defaultOutputModes: ["text/plain", "application/json", "application/octet-stream"],
  capabilities: {
    streaming: true,
    extensions: [{ uri: echoExtension, description: "Named by `headers` once it is activated; changes nothing else.", required: false }],
  },
  skills: [
    {
      id: "commands",
      name: "Commands",
      description: "The first word of the message that starts a task says what happens.",
      tags: ["testing"],
      examples: ["echo hello", "stream 3 100", "ask Which file?", "fail out of paper", "hold 5000"],
    },
    {
      id: "scenarios",
      name: "Conformance scenarios",
      description: "Texts and message ids that begin with a prefix of the public conformance suites.",
      tags: ["testing", "conformance"],
      examples: ["tck-complete-task"],
    },
  ],
};

const bearer = { httpAuthSecurityScheme: { scheme: "Bearer", description: "`test-token` is alice, `other-token` is bob." } };

/** Offers everything; only the extended card asks for credentials. */
const whole: Profile = {
  card: {
    ...card,
    capabilities: { ...card.capabilities, pushNotifications: true, extendedAgentCard: true },
    securitySchemes: { bearer },
  },
  extendedCard: {
    description: "Does what its messages say. This is the card that authenticated callers see.",
    skills: [
      ...(card.skills ?? []),
      { id: "whoami", name: "Who am I", description: "`whoami` answers with the name of the caller.", tags: ["testing", "authentication"] },
    ],
  },
  authenticate: recogniseUser,
};

/** Every profile that can be served today. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  default: whole,
  "no-streaming": withCapabilities({ streaming: false }),
  "no-push": withCapabilities({ pushNotifications: false }),
  "no-extended-card": withCapabilities({ extendedAgentCard: false }),
  "extended-not-configured": { card: whole.card, authenticate: recogniseUser },
  "required-extension": withCapabilities({
    extensions: [{ uri: requiredExtension, description: "Callers have to activate it; changes nothing else.", required: true }],
  }),
  auth: { ...whole, card: { ...whole.card, securityRequirements: [{ schemes: { bearer: { list: [] } } }] }, authenticate: requireUser },
  tenants: { ...whole, tenants: ["tenant-a", "tenant-b"] },
  "signed-card": { ...whole, createSigning: () => ({ keys: { key: createSigningKey(), alg: "ES256", kid: "testbed" } }) },
};

function withCapabilities(capabilities: AgentCapabilities): Profile {
  return { ...whole, card: { ...whole.card, capabilities: { ...whole.card.capabilities, ...capabilities } } };
}

function recogniseUser(request: CallerRequest): Caller {
  const token = /^bearer (\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
  const user = token === undefined ? undefined : users.get(token);
  return user === undefined ? {} : { user };
}

function requireUser(request: CallerRequest): Caller {
  const caller = recogniseUser(request);
  if (caller.user !== undefined) return caller;
  throw new A2AError("UnauthenticatedError", "send `Authorization: Bearer test-token` or `Bearer other-token`");
}
