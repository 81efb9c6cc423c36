import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../../test/arbitrary.js";
import type { Definitions, Schema } from "../../../test/canonical.js";
import { canonicals } from "../../../test/canonical.js";
import { withoutReport } from "../../../test/without-report.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { methods } from "../../generated/v1.0/methods.js";
import type { Decoded } from "../dialect.js";
import { dialectV10 } from "./index.js";

const operations = Object.keys(methods) as Operation[]; // safe: the keys of the table are the operations
const definitions: Definitions = canonicals.find(({ folder }) => folder === "v1.0")?.definitions ?? {};
const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
const url = "https://client.example/hook";
const skill = { id: "s", name: "S", description: "s", tags: [] };

const minimalCard = {
  name: "A",
  description: "a",
  version: "1",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [skill],
  supportedInterfaces: [{ url: "http://a.test", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
};

describe("members that nobody knows are dropped", () => {
  // As the schemas are written, but for what they say of other members: an own look at what the dialect gives back.
  const closed = new Ajv2020({ strict: false, validateFormats: false });
  closed.addSchema({ $id: "closed", $defs: Object.fromEntries(Object.entries(definitions).map(([name, each]) => [name, close(each)])) });

  for (const operation of operations) {
    const { params, result } = methods[operation];

    test(`from the params of ${operation}, and from nothing that is read once more`, () => {
      fc.assert(
        fc.property(arbitraryOf(definitions, params), (wire) => {
          const read = valueIn(dialectV10.decodeParams(operation, wire));
          expect(closed.validate({ $ref: `closed#/$defs/${params}` }, read), closed.errorsText()).toBe(true);
          expect(valueIn(dialectV10.decodeParams(operation, read))).toBe(read);
        }),
      );
    });

    if (result === "AgentCard") continue;
    test(`from the result of ${operation}`, () => {
      fc.assert(
        fc.property(arbitraryOf(definitions, result), (wire) => {
          const read = valueIn(dialectV10.decodeResult(operation, wire, {} as never));
          expect(closed.validate({ $ref: `closed#/$defs/${result}` }, read), closed.errorsText()).toBe(true);
        }),
      );
    });
  }

  test("at every depth, and nothing of what is free to have any", () => {
    const free = { bar: { task_id: null }, __proto: [{ x: 1 }] };
    const known = {
      message: {
        ...message,
        metadata: free,
        parts: [
          { text: "hi", metadata: free },
          { data: [{ media_type: null, foo: 1 }], mediaType: "a/b" },
        ],
      },
      metadata: free,
      configuration: { taskPushNotificationConfig: { url, authentication: { scheme: "Bearer" } } },
    };
    const { message: said } = known;
    const [first, second] = said.parts;
    const wire = {
      ...known,
      foo: 1,
      message: {
        ...said,
        bar: 2,
        parts: [
          { ...first, foo: 1 },
          { ...second, kind: "data" },
        ],
      },
      configuration: {
        blocking: true,
        taskPushNotificationConfig: {
          url,
          metadata: { a2a_carried: { headers: { a: "b" } } },
          authentication: { scheme: "Bearer", x: {} },
        },
      },
    };
    expect(dialectV10.decodeParams("SendMessage", wire)).toStrictEqual({ ok: true, value: known });
  });

  for (const name of ["__proto__", "constructor", "toString", "each", "members"]) {
    test(`also one called ${name}`, () => {
      const wire = JSON.parse(`{"id": "t", "${name}": {"historyLength": 1}}`);
      const read = dialectV10.decodeParams("GetTask", wire);
      expect(read).toStrictEqual({ ok: true, value: { id: "t" } });
    });
  }

  test("but stay in a card, which a signature may cover", () => {
    const card = { ...minimalCard, url: "http://a.test", x_y: 1, skills: [{ ...skill, rating: 5 }] };
    expect(dialectV10.decodeCard(card)).toStrictEqual({ ok: true, value: card });
  });
});

describe("members under their protobuf names are read though the rest is right", () => {
  const status = { state: "TASK_STATE_WORKING" };
  const event = (wire: object): unknown => dialectV10.createEventDecoder({})(wire);
  const artifact = { artifactId: "a", parts: [{ text: "a" }] };
  const rows: readonly [name: string, read: unknown, value: unknown][] = [
    [
      "task_id and context_id of a message",
      dialectV10.decodeParams("SendMessage", { message: { ...message, task_id: "t", context_id: "c" } }),
      { message: { ...message, taskId: "t", contextId: "c" } },
    ],
    [
      "return_immediately and history_length of a configuration",
      dialectV10.decodeParams("SendMessage", { message, configuration: { return_immediately: true, history_length: 0 } }),
      { message, configuration: { returnImmediately: true, historyLength: 0 } },
    ],
    ["history_length of a query", dialectV10.decodeParams("GetTask", { id: "t", history_length: 3 }), { id: "t", historyLength: 3 }],
    ["page_size of a list", dialectV10.decodeParams("ListTasks", { page_size: 5, context_id: "c" }), { pageSize: 5, contextId: "c" }],
    [
      "last_chunk of an event, and media_type in it",
      event({
        artifactUpdate: {
          taskId: "t",
          contextId: "c",
          artifact: { ...artifact, parts: [{ text: "a", media_type: "a/b" }] },
          last_chunk: true,
        },
      }),
      {
        isLast: false,
        events: [
          {
            artifactUpdate: {
              taskId: "t",
              contextId: "c",
              artifact: { ...artifact, parts: [{ text: "a", mediaType: "a/b" }] },
              lastChunk: true,
            },
          },
        ],
      },
    ],
    [
      "context_id of a task",
      dialectV10.decodeResult("GetTask", { id: "t", status, context_id: "c" }, { id: "t" }),
      { id: "t", status, contextId: "c" },
    ],
    ["icon_url of a card", dialectV10.decodeCard({ ...minimalCard, icon_url: "i" }), { ...minimalCard, iconUrl: "i" }],
    [
      "which give way to those under the right ones",
      dialectV10.decodeParams("GetTask", { id: "t", historyLength: 1, history_length: 3 }),
      { id: "t", historyLength: 1 },
    ],
  ];
  for (const [name, read, value] of rows) test(name, () => expect(read).toStrictEqual({ ok: true, value }));

  test("and are refused where they hold what the right ones may not", () => {
    const refused = { ok: false, problem: { pointer: "/historyLength", keyword: "minimum" } };
    expect(dialectV10.decodeParams("GetTask", { id: "t", history_length: -1 })).toMatchObject(refused);
  });
});

describe("the bytes of a part are padded base64 of the standard alphabet", () => {
  for (const [raw, written] of [
    ["-_8", "+/8="],
    ["YQ", "YQ=="],
    ["+-==", "++=="],
  ] as const) {
    test(`${raw} as ${written}`, () => {
      const read = dialectV10.decodeParams("SendMessage", { message: { ...message, parts: [{ raw, filename: "a" }] } });
      expect(read).toStrictEqual({ ok: true, value: { message: { ...message, parts: [{ raw: written, filename: "a" }] } } });
    });
  }

  test("those that are so already pass without a copy", () => {
    const params = { message: { ...message, parts: [{ raw: "+/8=" }] } };
    expect(valueIn(dialectV10.decodeParams("SendMessage", params))).toBe(params);
  });
});

describe("the webhook of a message is found under the name that an example of 1.0.0 gives it", () => {
  const authentication = { schemes: ["Bearer", "Basic"], credentials: "c" };
  const wanted = { url, token: "t", authentication: { scheme: "Bearer", credentials: "c" } };
  for (const [name, schemes] of [
    ["a list", ["Bearer", "Basic"]],
    ["a text", "Bearer"],
  ] as const) {
    test(`with ${name} of schemes`, () => {
      const configuration = { pushNotificationConfig: { url, token: "t", authentication: { ...authentication, schemes } } };
      const read = dialectV10.decodeParams("SendMessage", { message, configuration });
      expect(read).toStrictEqual({ ok: true, value: { message, configuration: { taskPushNotificationConfig: wanted } } });
    });
  }
});

describe("what callers have to satisfy is read from a card that calls it security", () => {
  const google = [{ schemes: { google: { list: ["openid"] } } }];
  const rows: readonly [form: string, requirements: unknown, read: unknown][] = [
    ["as in 0.3", [{ google: ["openid"] }], google],
    ["as in 1.0", google, google],
    ["as in 0.3, of a scheme called schemes", [{ schemes: [] }], [{ schemes: { schemes: { list: [] } } }]],
    [
      "as in 0.3, of a scheme with an underscore",
      [{ task_id: [], b: ["x"] }],
      [{ schemes: { task_id: { list: [] }, b: { list: ["x"] } } }],
    ],
    ["of nothing", [{}], [{}]],
  ];
  for (const [form, requirements, securityRequirements] of rows) {
    test(`${form}, at the card and at its skills`, () => {
      const wire = { ...minimalCard, security: requirements, skills: [{ ...skill, security: requirements }] };
      const value = { ...minimalCard, securityRequirements, skills: [{ ...skill, securityRequirements }] };
      expect(dialectV10.decodeCard(wire)).toEqual({ ok: true, value });
    });

    test(`${form}, under its own name`, () => {
      const read = dialectV10.decodeCard({ ...minimalCard, securityRequirements: requirements });
      expect(withoutReport(read)).toEqual({ ok: true, value: { ...minimalCard, securityRequirements } });
    });
  }

  test("and not where it has its own name as well", () => {
    const wire = { ...minimalCard, security: [{ other: [] }], securityRequirements: google };
    expect(dialectV10.decodeCard(wire)).toEqual({ ok: true, value: wire });
  });
});

test("the token of early documents is a media type in a card", () => {
  const wire = {
    ...minimalCard,
    defaultInputModes: ["text", "image/png"],
    skills: [{ ...skill, inputModes: ["text"], outputModes: ["text"] }],
  };
  const value = {
    ...minimalCard,
    defaultInputModes: ["text/plain", "image/png"],
    skills: [{ ...skill, inputModes: ["text/plain"], outputModes: ["text/plain"] }],
  };
  expect(dialectV10.decodeCard(wire)).toStrictEqual({ ok: true, value });
  expect(dialectV10.decodeResult("GetExtendedAgentCard", wire, {})).toStrictEqual({ ok: true, value });
});

/** A type that allows no members but its own. */
function close(schema: Schema): object {
  return schema.type === "object" && schema.additionalProperties === undefined ? { ...schema, additionalProperties: false } : schema;
}

function valueIn(read: Decoded<unknown>): unknown {
  if (!read.ok) throw new Error(`${read.problem.pointer} is not ${read.problem.expected}`);
  return read.value;
}

test("what is refused is named though something before it is only tolerated", () => {
  const read = dialectV10.decodeParams("SendMessage", { message: { messageId: "m", role: 1, parts: [{ text: 7 }] } });
  expect(read).toMatchObject({ ok: false, problem: { pointer: "/message/parts/0/text" } });
});
