// What the card asks for is asked of every caller, in every version and binding.

import type { AgentCard, ErrorName } from "@a2a/core";
import { message } from "@a2a/core";
import type { Operation, ParamsOf } from "@a2a/core/internal";
import { dialects, grpcStatuses } from "@a2a/core/internal/dialects";
import type { AgentDefinition, HandlerOptions, Security } from "@a2a/server";
import { apiKey, basic, opaqueBearer } from "@a2a/server/auth";
import { describe, expect, test } from "vitest";
import { listeningLogger } from "../../server/test/subjects.js";
import type { Everywhere, RawAnswer, RawRoad } from "./raw-road.js";
import { roadNames, serveEverywhere } from "./raw-road.js";

const oauth = { flows: { clientCredentials: { tokenUrl: "https://id.example/token", scopes: { read: "", write: "" } } } };

const schemes: NonNullable<AgentCard["securitySchemes"]> = {
  token: { oauth2SecurityScheme: oauth },
  key: { apiKeySecurityScheme: { location: "header", name: "X-API-Key" } },
  login: { httpAuthSecurityScheme: { scheme: "Basic" } },
};

const tokens = new Map([
  ["reads", { user: "ann", scopes: ["read"] }],
  ["writes", { user: "ann", scopes: ["write", "read"], claims: { team: "blue" } }],
]);

const security: Security = {
  token: opaqueBearer((token) => tokens.get(token)),
  key: apiKey({ ann: "key of ann", ben: "key of ben" }),
  login: basic({ ann: "password of ann" }),
};

const login = `Basic ${btoa("ann:password of ann")}`;

/** Says who calls. */
const agent: AgentDefinition = {
  card: {
    name: "Guarded",
    capabilities: { pushNotifications: true },
    securitySchemes: schemes,
    securityRequirements: [{ schemes: { token: { list: ["read", "write"] } } }, { schemes: { key: {}, login: {} } }],
  },
  async *run({ caller }) {
    yield `caller: ${JSON.stringify(caller)}`;
  },
  extendedCard: ({ user }) => ({ description: `For ${user}.` }),
};

const challenges =
  'Bearer realm="Guarded", scope="read write", ApiKey realm="Guarded", in="header", name="X-API-Key", Basic realm="Guarded", charset="UTF-8"';

async function sendOver(road: RawRoad, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
  return askOver(road, "SendMessage", { message: message("hi", road.version === "0.1" ? { taskId: crypto.randomUUID() } : {}) }, headers);
}

async function askOver<O extends Operation>(
  { dialect, ask }: RawRoad,
  operation: O,
  params: ParamsOf<O>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  return ask(operation, dialect.encodeParams(operation, params), { headers });
}

/** The status that the binding gives an error. */
function statusOf({ binding, dialect }: RawRoad, code: ErrorName): number | string {
  if (binding === "gRPC") return grpcStatuses[code];
  const { httpStatus, jsonrpcHttpStatus = 200 } = dialect.errors[code];
  return binding === "JSON-RPC" ? jsonrpcHttpStatus : httpStatus;
}

function textOf({ body, headers }: RawAnswer): string {
  return `${Buffer.from(body, "base64").toString("latin1")}\n${body}\n${JSON.stringify(headers)}`;
}

function openAll(options: Partial<HandlerOptions> = {}): Promise<Everywhere> {
  return serveEverywhere(agent, { security, ...options });
}

function roadOf({ roads }: Everywhere, name: string): RawRoad {
  return roads.find((road) => road.name === name) ?? expect.fail(name);
}

const requests: { readonly [O in Operation]?: ParamsOf<O> } = {
  SendMessage: { message: message("hi", { taskId: "t" }) },
  SendStreamingMessage: { message: message("hi", { taskId: "t" }) },
  GetTask: { id: "t" },
  ListTasks: {},
  CancelTask: { id: "t" },
  SubscribeToTask: { id: "t" },
  CreateTaskPushNotificationConfig: { taskId: "t", id: "c", url: "https://hook.example" },
  GetTaskPushNotificationConfig: { taskId: "t", id: "c" },
  ListTaskPushNotificationConfigs: { taskId: "t" },
  DeleteTaskPushNotificationConfig: { taskId: "t", id: "c" },
  GetExtendedAgentCard: {},
};

describe.each(roadNames)("%s", (name) => {
  test("a caller without credentials is refused whatever it asks, and told by which it gets in", async () => {
    const road = roadOf(await openAll(), name);
    let asked = 0;
    for (const [operation, params] of Object.entries(requests)) {
      // safe: the keys of that table are operations
      const known = operation as Operation;
      if (road.dialect.methodOf(known) === undefined) continue;
      asked += 1;
      const { status, headers } = await road.ask(known, road.dialect.encodeParams(known, params));
      expect([operation, status, headers["www-authenticate"]]).toEqual([operation, statusOf(road, "UnauthenticatedError"), challenges]);
    }
    expect(asked).toBeGreaterThan(4);
  });

  for (const [what, headers, caller] of [
    [
      "a token that may do enough",
      { authorization: "Bearer writes" },
      { user: "ann", scopes: ["write", "read"], claims: { team: "blue" } },
    ],
    ["a key and the password that goes with it", { "x-api-key": "key of ann", authorization: login }, { user: "ann" }],
  ] as const) {
    test(`a caller with ${what} is served, and the agent knows who it is`, async () => {
      const answer = await sendOver(roadOf(await openAll(), name), headers);
      expect([200, "OK"]).toContain(answer.status);
      expect(textOf(answer).replaceAll("\\", "")).toContain(`caller: ${JSON.stringify(caller)}`);
    });
  }

  for (const [what, headers, code, challenge] of [
    [
      "a token that is nobody's",
      { authorization: "Bearer stolen" },
      "UnauthenticatedError",
      challenges.replace(", scope", ', error="invalid_token", scope'),
    ],
    [
      "a token that may do too little",
      { authorization: "Bearer reads" },
      "ForbiddenError",
      'Bearer realm="Guarded", error="insufficient_scope", scope="read write"',
    ],
    ["a key alone", { "x-api-key": "key of ann" }, "UnauthenticatedError", challenges],
    [
      "a key and a wrong password",
      { "x-api-key": "key of ann", authorization: `Basic ${btoa("ann:guess")}` },
      "UnauthenticatedError",
      challenges,
    ],
    ["a key and somebody else's password", { "x-api-key": "key of ben", authorization: login }, "UnauthenticatedError", challenges],
  ] as const) {
    test(`a caller with ${what} is refused: ${code}`, async () => {
      const road = roadOf(await openAll(), name);
      const { status, headers: answered } = await sendOver(road, headers);
      expect([status, answered["www-authenticate"]]).toEqual([statusOf(road, code), challenge]);
    });
  }

  test("what a verifier throws stays out of the answer and goes to the logger", async () => {
    const { logger, told } = listeningLogger();
    const token = opaqueBearer(() => {
      throw new Error("secret: the database is down");
    });
    const road = roadOf(await openAll({ logger, security: { ...security, token } }), name);
    const answer = await sendOver(road, { authorization: "Bearer reads" });
    expect(answer.status).toBe(statusOf(road, "InternalError"));
    expect(textOf(answer)).not.toContain("secret");
    expect(told).toEqual([{ facts: { error: expect.any(Error), scheme: "token" }, message: "a verifier failed" }]);
    expect(String(Object(told[0]?.facts).error)).toBe("Error: secret: the database is down");
  });

  test("a verifier that never answers does not hold the request for ever", async () => {
    const { logger, told } = listeningLogger();
    const token = opaqueBearer(() => new Promise(() => undefined));
    const road = roadOf(await openAll({ logger, authenticateTimeoutMs: 1, security: { ...security, token } }), name);
    expect((await sendOver(road, { authorization: "Bearer reads" })).status).toBe(statusOf(road, "ResourceUnavailableError"));
    expect(told.map(({ message: words }) => words)).toEqual(["it took too long to find out who calls"]);
  });
});

test("in 0.1 the errors have the codes that it has for them", async () => {
  const road = roadOf(await openAll(), "0.1 over JSON-RPC");
  expect(JSON.parse((await sendOver(road, {})).body)).toMatchObject({ error: { code: -32007 } });
  expect(JSON.parse((await sendOver(road, { authorization: "Bearer reads" })).body)).toMatchObject({ error: { code: -32008 } });
});

test("the public cards are open, and the extended one is each caller's own", async () => {
  const { fetch } = await openAll();
  for (const path of dialects.flatMap(({ cardPaths }) => cardPaths)) {
    expect((await fetch(new Request(`http://agent.test${path}`))).status).toBe(200);
  }
  const get = (headers: Record<string, string>): Promise<Response> =>
    fetch(new Request("http://agent.test/extendedAgentCard", { headers }));
  expect((await get({})).status).toBe(401);
  expect(await (await get({ authorization: "Bearer writes" })).json()).toMatchObject({ description: "For ann." });
});
