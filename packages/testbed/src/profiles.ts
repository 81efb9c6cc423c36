import { A2AError } from "@a2a/core";
import { dialects } from "@a2a/core/internal";
import type { AgentCardInput, Authenticate, Caller, CallerRequest } from "@a2a/server";

/** Kinds of testbed that can be served. */
export type ProfileName = "default" | "no-streaming" | "no-push" | "no-extended-card" | "required-extension" | "auth";

/** How a testbed presents itself, and whom it serves. */
export interface Profile {
  readonly card: AgentCardInput;
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

/** Every profile that can be served today. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  default: { card },
  "no-streaming": { card: { ...card, capabilities: { ...card.capabilities, streaming: false } } },
  "no-push": { card: { ...card, capabilities: { ...card.capabilities, pushNotifications: false } } },
  "no-extended-card": { card: { ...card, capabilities: { ...card.capabilities, extendedAgentCard: false } } },
  "required-extension": {
    card: {
      ...card,
      capabilities: {
        ...card.capabilities,
        extensions: [{ uri: requiredExtension, description: "Callers have to activate it; changes nothing else.", required: true }],
      },
    },
    authenticate: requireExtension,
  },
  auth: {
    card: {
      ...card,
      securitySchemes: {
        bearer: { httpAuthSecurityScheme: { scheme: "Bearer", description: "`test-token` is alice, `other-token` is bob." } },
      },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    },
    authenticate: requireUser,
  },
};

function requireUser(request: CallerRequest): Caller {
  const token = /^bearer (\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
  const user = token === undefined ? undefined : users.get(token);
  if (user === undefined) throw new A2AError("UnauthenticatedError", "send `Authorization: Bearer test-token` or `Bearer other-token`");
  return { user };
}

function requireExtension(request: CallerRequest): Caller {
  const named = dialects.flatMap(({ headers }) => (headers.extensions ? (request.header(headers.extensions)?.split(",") ?? []) : []));
  if (named.some((uri) => uri.trim() === requiredExtension)) return {};
  throw new A2AError("ExtensionSupportRequiredError", `the caller has to activate ${requiredExtension}`);
}
