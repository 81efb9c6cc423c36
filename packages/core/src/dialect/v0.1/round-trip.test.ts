import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../../test/arbitrary.js";
import { canonicals } from "../../../test/canonical.js";
import * as V01 from "../../generated/v0.1/index.js";
import * as V10 from "../../generated/v1.0/index.js";
import { validate } from "../../validate/validate.js";
import type { Validator } from "../../validate/validator.js";
import type { Decoded } from "../dialect.js";
import { toUtc } from "../timestamp.js";
import { createDialectV01 } from "./index.js";

const dialect = createDialectV01(() => "message-id");
const runs = { numRuns: 200 };

/** A message by what surrounds it: its own ids are lost, and made again. */
interface Around {
  readonly taskId: string;
  readonly contextId?: string;
}

describe("1.0 -> 0.1 -> 1.0 changes nothing but what 0.1 cannot say", () => {
  test("params of SendMessage", () => {
    check(domainOf<V10.SendMessageRequest>("SendMessageRequest"), (request) => {
      request.message.taskId ||= "task-1";
      const wire = valid(V01.isTaskSendParams, dialect.encodeParams("SendMessage", request));
      const back = valid(V10.isSendMessageRequest, decoded(dialect.decodeParams("SendMessage", wire)));
      expectSame(back, normalRequest(request));
    });
  });

  test("a task, as the result of GetTask", () => {
    check(domainOf<V10.Task>("Task"), (task) => {
      const wire = valid(V01.isTask, dialect.encodeResult("GetTask", task));
      const back = valid(V10.isTask, decoded(dialect.decodeResult("GetTask", wire, { id: task.id })));
      expectSame(back, normalTask(task));
    });
  });

  test("a card, of which one address, one scheme of a kind and none of the new members are left", () => {
    check(domainOf<V10.AgentCard>("AgentCard"), (card) => {
      const [first] = card.supportedInterfaces;
      if (first) Object.assign(first, { protocolBinding: "JSONRPC", protocolVersion: "0.1" });
      const wire = valid(V01.isAgentCard, dialect.encodeCard(card));
      const back = valid(V10.isAgentCard, decoded(dialect.decodeCard(wire)));
      const { securitySchemes, securityRequirements, ...rest } = back;
      expectSame(rest, normalCard(card));
      expect(Object.keys(securitySchemes ?? {})).toEqual((securityRequirements ?? []).flatMap(({ schemes }) => Object.keys(schemes ?? {})));
      // From the second round on all schemes are what 0.1 can call them.
      const round = (value: V10.AgentCard) => decoded(dialect.decodeCard(dialect.encodeCard(value)));
      expectSame(round(round(back)), round(back));
    });
  });

  test("a push configuration, but for its id and tenant", () => {
    check(domainOf<V10.TaskPushNotificationConfig>("TaskPushNotificationConfig"), (config) => {
      const named = { ...config, taskId: config.taskId || "task-1" };
      const wire = valid(V01.isTaskPushNotificationConfig, dialect.encodeResult("GetTaskPushNotificationConfig", named));
      const back = decoded(dialect.decodeParams("CreateTaskPushNotificationConfig", wire));
      expectSame(back, { id: named.taskId, taskId: named.taskId, ...normalWebhook(named) });
    });
  });
});

describe("0.1 -> 1.0 -> 0.1 is stable after one round, and every step is valid", () => {
  test("params of SendMessage", () => {
    check(wireOf("TaskSendParams"), (wire) => {
      const round = (value: unknown) => {
        const request = valid(V10.isSendMessageRequest, decoded(dialect.decodeParams("SendMessage", value)));
        return valid(V01.isTaskSendParams, dialect.encodeParams("SendMessage", request));
      };
      const once = round(wire);
      expect(json(round(once))).toStrictEqual(json(once));
    });
  });

  test("tasks", () => {
    check(wireOf("Task"), (wire) => {
      const round = (value: unknown) => {
        const task = valid(V10.isTask, decoded(dialect.decodeResult("GetTask", value, { id: "task-1" })));
        const ids = task.artifacts?.map(({ artifactId }) => artifactId) ?? [];
        expect(new Set(ids).size).toBe(ids.length);
        return valid(V01.isTask, dialect.encodeResult("GetTask", task));
      };
      const once = round(wire);
      expect(json(round(once))).toStrictEqual(json(once));
    });
  });

  test("events", () => {
    check(wireOf("TaskEvent"), (wire) => {
      const round = (value: unknown) => {
        const { events, isLast } = decoded(dialect.createEventDecoder({})(value));
        const last = events.at(-1);
        if (!last) throw new Error("no event");
        valid(V10.isStreamResponse, last);
        const artifactIndex = value && typeof value === "object" && "artifact" in value ? indexOf(value.artifact) : 0;
        const [again, ...others] = dialect.encodeEvent(last, { isLast, isCatchUp: false, artifactIndex });
        expect(others).toEqual([]);
        return valid(V01.isTaskEvent, again);
      };
      const once = round(wire);
      expect(json(round(once))).toStrictEqual(json(once));
    });
  });

  test("cards", () => {
    check(wireOf("AgentCard"), (wire) => {
      const round = (value: unknown) =>
        valid(V01.isAgentCard, dialect.encodeCard(valid(V10.isAgentCard, decoded(dialect.decodeCard(value)))));
      const once = round(wire);
      expect(json(round(once))).toStrictEqual(json(once));
    });
  });

  test("push configurations", () => {
    check(wireOf("TaskPushNotificationConfig"), (wire) => {
      const round = (value: unknown) =>
        valid(
          V01.isTaskPushNotificationConfig,
          dialect.encodeResult("GetTaskPushNotificationConfig", decoded(dialect.decodeParams("CreateTaskPushNotificationConfig", value))),
        );
      const once = round(wire);
      expect(json(round(once))).toStrictEqual(json(once));
    });
  });
});

// What 0.1 cannot say, as code: each value as it comes back.

function normalRequest({ message, configuration = {}, metadata }: V10.SendMessageRequest): object {
  const { historyLength = 0, taskPushNotificationConfig: config } = configuration;
  const { taskId = "", contextId } = message;
  return {
    message: normalMessage(message, { taskId, ...(contextId && { contextId }) }),
    configuration: { historyLength, ...(config && { taskPushNotificationConfig: { id: taskId, ...normalWebhook(config) } }) },
    ...(metadata && { metadata }),
  };
}

function normalTask({ id, contextId, status, artifacts, history, metadata }: V10.Task): object {
  const around = { taskId: id, ...(contextId && { contextId }) };
  const { state, message, timestamp } = status;
  const taken = new Set<string>();
  return {
    id,
    ...(contextId && { contextId }),
    status: {
      state,
      ...(message && { message: normalMessage(message, around) }),
      ...(timestamp !== undefined && { timestamp: toUtc(timestamp) }),
    },
    ...(artifacts?.length && { artifacts: artifacts.map((artifact, index) => normalArtifact(artifact, index, taken)) }),
    ...(history?.length && { history: history.map((each) => normalMessage(each, around)) }),
    ...(metadata && { metadata }),
  };
}

function normalMessage({ role, parts, metadata, extensions, referenceTaskIds }: V10.Message, around: Around): object {
  return {
    messageId: "message-id",
    ...around,
    role,
    parts: parts.map(normalPart),
    ...(metadata && { metadata }),
    ...(extensions?.length && { extensions }),
    ...(referenceTaskIds?.length && { referenceTaskIds }),
  };
}

function normalArtifact(
  { artifactId, name, description, parts, metadata, extensions }: V10.Artifact,
  index: number,
  taken: Set<string>,
): object {
  const unique = taken.has(artifactId) ? `artifact-${index}` : artifactId;
  taken.add(unique);
  return {
    artifactId: unique,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    parts: parts.map(normalPart),
    ...(metadata && { metadata }),
    ...(extensions?.length && { extensions }),
  };
}

function normalPart(part: V10.Part): object {
  const { filename, mediaType, metadata } = part;
  const implied = part.text !== undefined ? "text/plain" : "data" in part ? "application/json" : undefined;
  const described = {
    ...(filename !== undefined && { filename }),
    ...(mediaType !== undefined && mediaType !== implied && { mediaType }),
    ...(metadata && { metadata }),
  };
  if (part.text !== undefined) return { text: part.text, ...described };
  if (part.raw !== undefined) return { raw: part.raw, ...described };
  if (part.url) return { url: part.url, ...described };
  if (part.url === undefined) return { data: part.data, ...described };
  const data = { ...(filename !== undefined && { name: filename }), ...(mediaType !== undefined && { mimeType: mediaType }) };
  return { data, metadata: { ...metadata, a2a_compat: "file-reference" } };
}

function normalWebhook({ url, token, authentication }: V10.TaskPushNotificationConfig): object {
  const { scheme, credentials } = authentication ?? {};
  return {
    url,
    ...(token !== undefined && { token }),
    ...(authentication && { authentication: { scheme, ...(credentials !== undefined && { credentials }) } }),
  };
}

function normalCard(card: V10.AgentCard): object {
  const { name, description, version, documentationUrl, defaultInputModes, defaultOutputModes } = card;
  const { streaming, pushNotifications } = card.capabilities;
  return {
    name,
    description,
    version,
    supportedInterfaces: [{ url: card.supportedInterfaces[0]?.url, protocolBinding: "JSONRPC", protocolVersion: "0.1" }],
    ...(card.provider && { provider: { url: card.provider.url, organization: card.provider.organization } }),
    ...(documentationUrl !== undefined && { documentationUrl }),
    capabilities: { ...(streaming !== undefined && { streaming }), ...(pushNotifications !== undefined && { pushNotifications }) },
    defaultInputModes,
    defaultOutputModes,
    skills: card.skills.map(({ id, tags, examples, inputModes, outputModes, ...skill }) => ({
      id,
      name: skill.name,
      description: skill.description,
      tags,
      ...(examples && { examples }),
      ...(inputModes && { inputModes }),
      ...(outputModes && { outputModes }),
    })),
  };
}

function domainOf<T>(type: string): fc.Arbitrary<T> {
  return generated<T>("v1.0", type);
}

function wireOf(type: string): fc.Arbitrary<unknown> {
  return generated("v0.1", type);
}

function generated<T>(folder: string, type: string): fc.Arbitrary<T> {
  const definitions = canonicals.find((canonical) => canonical.folder === folder)?.definitions ?? {};
  // safe: values are made from the schema of the type
  return arbitraryOf(definitions, type).map((value) => json(value) as T);
}

function check<T>(values: fc.Arbitrary<T>, claim: (value: T) => void): void {
  fc.assert(fc.property(values, claim), runs);
}

function valid<T>(is: Validator<T>, value: unknown): T {
  const outcome = validate(is, value);
  if (!outcome.ok) throw new Error(`${JSON.stringify(outcome.problem)} in ${JSON.stringify(value)}`);
  return outcome.value;
}

function decoded<T>(outcome: Decoded<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value;
}

/** Metadata that is there but empty is not told from none where something has been carried in it. */
function expectSame(actual: unknown, expected: unknown): void {
  expect(withoutEmpty(actual)).toStrictEqual(withoutEmpty(expected));
}

function withoutEmpty(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member) => {
    const isEmpty = key === "metadata" && typeof member === "object" && member !== null && Object.keys(member).length === 0;
    return isEmpty ? undefined : member;
  });
}

function json(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function indexOf(artifact: unknown): number {
  return typeof artifact === "object" && artifact !== null && "index" in artifact ? Number(artifact.index) : 0;
}
