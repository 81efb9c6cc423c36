// HTTP+JSON of 0.3: protobuf's JSON and what documents show instead of it, in and out.

import { A2AError } from "@a2a/core";
import type { OperationReport } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import { ask, errorIn, kindOf, reach, sayIn03, sendOver } from "./rest.js";
import type { Received } from "./rpc.js";
import { allEvents, countTasks, getTask, say, sendFor } from "./rpc.js";
import { failing } from "./stores.js";
import { agentOf, echo, greeter, openFetch, subjects } from "./subjects.js";
import { openPushing, openReceiver } from "./webhooks.js";

const bare = { messageId: "m-1", role: "ROLE_USER", content: [{ text: "hi" }] };
const tagged = { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text: "hi" }] };

describe.each(subjects)("$name", ({ open }) => {
  test("a message is answered with its task, as protobuf's JSON has it", async () => {
    const { body } = await ask(await open(echo), "POST", "/v1/message:send", { json: { message: bare } });
    expect(body).toMatchObject({
      task: {
        status: { state: "TASK_STATE_COMPLETED" },
        history: [{ messageId: "m-1", role: "ROLE_USER", content: [{ text: "hi" }] }],
        artifacts: [{ parts: [{ text: "echo: hi" }] }],
      },
    });
    expect(JSON.stringify(body)).not.toContain('"kind"');
  });

  test("a message with tags is answered with tags, each item still in the member that names it (ruling C9)", async () => {
    const served = await open(echo);
    const { body } = await ask(served, "POST", "/v1/message:send", { json: { message: tagged } });
    expect(body).toMatchObject({
      task: {
        kind: "task",
        status: { state: "completed" },
        history: [{ kind: "message", role: "user", parts: [{ kind: "text", text: "hi" }] }],
      },
    });
    const events = await allEvents(
      await reach(served, "POST", "/v1/message:stream", { json: { message: { ...tagged, messageId: "m-2" } } }),
    );
    expect(events.map(kindOf)).toEqual(["task", "artifactUpdate", "statusUpdate"]);
    expect(events.at(-1)?.data).toMatchObject({ statusUpdate: { kind: "status-update", final: true, status: { state: "completed" } } });
  });

  for (const [what, json] of [
    ["under the name of protobuf", { request: bare }],
    ["by itself", bare],
    ["in the names of protobuf", { message: { message_id: "m-1", role: 1, content: [{ text: "hi" }] } }],
    ["whose role is as over JSON-RPC", { message: { ...bare, role: "user" } }],
    ["with parts in place of content", { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hi" }] } }],
    ["with tags, by itself", tagged],
    ["with tags, under the name of protobuf", { request: tagged }],
    ["whose parts alone have tags", { message: { messageId: "m-1", role: "user", parts: [{ kind: "text", text: "hi" }] } }],
  ] as const) {
    test(`a message ${what} is read`, async () => {
      const served = await open(echo);
      const { body, status } = await ask(served, "POST", "/v1/message:send", { json });
      expect(status).toBe(200);
      const { id, history, artifacts } = await getTask(served, Object(body.task).id);
      expect([history, artifacts]).toMatchObject([
        [{ messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hi" }], taskId: id }],
        [{ parts: [{ text: "echo: hi" }] }],
      ]);
    });
  }

  test("a stream has its numbers, says its end, and is told again to who comes back, by GET and POST", async () => {
    const served = await open(
      agentOf(async function* () {
        yield "one ";
        yield "two";
      }),
    );
    const events = await allEvents(await reach(served, "POST", "/v1/message:stream", { json: { message: sayIn03("hi") } }));
    expect(events.map(kindOf)).toEqual(["task", "artifactUpdate", "artifactUpdate", "statusUpdate"]);
    expect(events.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(events.at(-1)?.data).toMatchObject({ statusUpdate: { final: true, status: { state: "TASK_STATE_COMPLETED" } } });
    const path = `/v1/tasks/${taskIn(events)}:subscribe`;
    for (const verb of ["GET", "POST"]) {
      const again = await allEvents(await reach(served, verb, path, { headers: { "last-event-id": "2" } }));
      expect(again.map(({ raw }) => raw)).toEqual(events.slice(2).map(({ raw }) => raw));
      const late = await allEvents(await reach(served, verb, path));
      expect(late.map(kindOf)).toEqual(["task"]);
    }
  });

  test("a stream that fails ends with an event named error, whose data is the error as bodies say it", async () => {
    const served = await open(echo, { store: failing(createMemoryStore(), { append: "always" }) });
    const events = await allEvents(await reach(served, "POST", "/v1/message:stream", { json: { message: sayIn03("hi") } }));
    expect([events.at(-1)?.event, events.at(-1)?.data]).toMatchObject(["error", { code: -32603, message: expect.any(String) }]);
  });

  for (const [verb, path, status, error] of [
    ["GET", "/v1/tasks/nowhere", 404, "TaskNotFoundError"],
    ["GET", "/v1/nowhere", 404, "MethodNotFoundError"],
    ["GET", "/v1", 404, "MethodNotFoundError"],
    ["GET", "/v1/tasks", 404, "MethodNotFoundError"],
    ["GET", "/v1/extendedAgentCard", 404, "MethodNotFoundError"],
    ["GET", "/v1/acme/tasks/t", 404, "MethodNotFoundError"],
    ["PUT", "/v1/tasks/t", 405, "MethodNotFoundError"],
    ["POST", "/v1/message:send", 400, "InvalidParamsError"],
    ["GET", "/v1/tasks/t?historyLength=-1", 400, "InvalidParamsError"],
    ["GET", "/v1/tasks/t?history_length=x", 400, "InvalidParamsError"],
  ] as const) {
    test(`${verb} ${path} is refused with ${status} in the words of 0.3`, async () => {
      const answer = await ask(await open(echo), verb, path);
      expect([answer.status, errorIn(answer, "0.3"), answer.error]).toEqual([status, error, undefined]);
      expect(answer.body).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      expect(answer.headers.get("content-type")).toBe("application/json");
    });
  }
});

describe("the version", () => {
  for (const hint of ["1.0", "0.3", "0.2", "0.1", ""]) {
    test(`is what the path says where ${hint || "none"} is named`, async () => {
      const reports: OperationReport[] = [];
      const served = await openFetch(echo, { onOperation: (report) => void reports.push(report) });
      const headers = { "a2a-version": hint };
      expect((await ask(served, "POST", "/v1/message:send", { json: { message: bare }, headers })).body).toHaveProperty("task");
      await ask(served, "POST", "/message:send", { json: { message: say("hi") }, headers });
      await vi.waitFor(() =>
        expect(reports).toMatchObject([
          { operation: "SendMessage", version: "0.3", binding: "HTTP+JSON" },
          { operation: "SendMessage", version: "1.0", binding: "HTTP+JSON" },
        ]),
      );
    });
  }

  test("that nobody serves is refused in the words of 1.0, whatever the path is of", async () => {
    const answer = await ask(await openFetch(echo), "GET", "/v1/tasks/t", { headers: { "a2a-version": "9.0" } });
    expect([answer.status, errorIn(answer, "1.0")]).toEqual([400, "VersionNotSupportedError"]);
    expect(answer.text).toContain("1.0, 0.3, 0.2, 0.1");
  });

  test("of a path is not another's tenant: where 0.3 is not served, nothing is there", async () => {
    const served = await openFetch(echo, { versions: ["1.0"] });
    for (const [verb, path] of [
      ["POST", "/v1/message:send"],
      ["GET", "/v1/tasks"],
      ["GET", "/v1/tasks/t"],
      ["GET", "/v1/nowhere"],
      ["GET", "/v1"],
    ] as const) {
      const answer = await ask(served, verb, path, verb === "POST" ? { json: { message: say("hi") } } : {});
      expect([path, answer.status, errorIn(answer, "1.0")]).toEqual([path, 400, "VersionNotSupportedError"]);
    }
    expect(await countTasks(served, { headers: { "a2a-version": "1.0" } })).toBe(0);
    expect((await ask(served, "GET", "/v1x/tasks")).status).toBe(200);
  });

  test("of 1.0 is not served where 0.3 alone is", async () => {
    const served = await openFetch(echo, { versions: ["0.3"] });
    expect((await ask(served, "POST", "/v1/message:send", { json: { message: bare } })).status).toBe(200);
    const answer = await ask(served, "GET", "/tasks/t");
    expect([answer.status, errorIn(answer, "0.3")]).toEqual([404, "MethodNotFoundError"]);
  });

  test("is listed in the card, with the same address for each that has HTTP+JSON", async () => {
    const served = await openFetch(echo);
    const card = await (await served.fetch("/.well-known/agent-card.json", { headers: { "a2a-version": "1.0" } })).json();
    const found = card.supportedInterfaces.filter((each: Record<string, unknown>) => each.protocolBinding === "HTTP+JSON");
    expect(found).toMatchObject([{ protocolVersion: "1.0" }, { protocolVersion: "0.3" }]);
    for (const { url, protocolVersion } of found) {
      const { pathname } = new URL(`${url}${protocolVersion === "0.3" ? "/v1" : ""}/tasks/nowhere`);
      expect(errorIn(await ask(served, "GET", pathname), protocolVersion)).toBe("TaskNotFoundError");
    }
  });
});

describe("a task", () => {
  test("is one, whichever version asks for it", async () => {
    const served = await openFetch(greeter);
    const { body } = await ask(served, "POST", "/v1/message:send", { json: { message: sayIn03("hi") } });
    const { id } = Object(body.task);
    expect((await ask(served, "GET", `/tasks/${id}`)).body).toMatchObject({ id, status: { state: "TASK_STATE_INPUT_REQUIRED" } });
    const { id: other } = await sendOver(served, { message: say("hi") });
    expect((await ask(served, "POST", `/v1/tasks/${other}:cancel`)).body).toMatchObject({
      id: other,
      status: { state: "TASK_STATE_CANCELLED" },
    });
    expect((await ask(served, "POST", `/v1/tasks/${other}:cancel`)).status).toBe(400);
  });

  for (const [query, length] of [
    ["", 3],
    ["?historyLength=0", undefined],
    ["?history_length=0", undefined],
    ["?historyLength=1", 1],
  ] as const) {
    test(`with "${query}" shows ${length ?? "none"} of its messages (ruling C19)`, async () => {
      const served = await openFetch(greeter);
      const { id } = await sendFor(served, say("hi"));
      await sendFor(served, say("Ann", { taskId: id }));
      const { history } = (await ask(served, "GET", `/v1/tasks/${id}${query}`)).body;
      expect(Array.isArray(history) ? history.length : undefined).toBe(length);
    });
  }

  test("whose name in the body is another is that of the path", async () => {
    const served = await openFetch(greeter);
    const [one, other] = [await sendFor(served, say("hi")), await sendFor(served, say("hi"))];
    for (const json of [{ name: `tasks/${other.id}` }, { id: other.id }]) await ask(served, "POST", `/v1/tasks/${one.id}:cancel`, { json });
    expect((await getTask(served, other.id)).status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect((await getTask(served, one.id)).status.state).toBe("TASK_STATE_CANCELED");
  });
});

describe("a webhook", () => {
  const url = "https://client.example/hook";
  const push = { fetch: async () => new Response() };

  for (const [what, query, json, id] of [
    ["as the definition has it, its id in the query", "?configId=mine", { pushNotificationConfig: { url } }, "mine"],
    ["as the definition has it, its id in the query in snake_case", "?config_id=mine", { push_notification_config: { url } }, "mine"],
    ["as the definition has it, its id within", "", { pushNotificationConfig: { id: "mine", url } }, "mine"],
    ["as prose has it, in a member", "", { config: { id: "mine", url } }, "mine"],
    ["by itself", "", { id: "mine", url }, "mine"],
    ["in all of the params", "", { parent: "tasks/other", configId: "mine", config: { pushNotificationConfig: { url } } }, "mine"],
  ] as const) {
    test(`${what} is registered, and found again (ruling C11)`, async () => {
      const served = await openPushing(greeter, { push });
      const task = await sendFor(served, say("hi"));
      const answer = await ask(served, "POST", `/v1/tasks/${task.id}/pushNotificationConfigs${query}`, { json });
      const expected = { name: `tasks/${task.id}/pushNotificationConfigs/${id}`, pushNotificationConfig: { id, url } };
      expect([answer.status, answer.body]).toEqual([200, expected]);
      const path = `/v1/tasks/${task.id}/pushNotificationConfigs`;
      expect((await ask(served, "GET", `${path}/${id}`)).body).toEqual(expected);
      expect((await ask(served, "GET", path)).body).toEqual({ configs: [expected] });
      const deleted = await ask(served, "DELETE", `${path}/${id}`);
      expect([deleted.status, deleted.body]).toEqual([200, {}]);
      expect((await ask(served, "GET", `${path}/${id}`)).status).toBe(404);
    });
  }

  for (const [what, json] of [
    ["a list", []],
    ["nothing of use", {}],
  ] as const) {
    test(`that is ${what} is refused`, async () => {
      const served = await openPushing(greeter, { push });
      const task = await sendFor(served, say("hi"));
      const answer = await ask(served, "POST", `/v1/tasks/${task.id}/pushNotificationConfigs`, { json });
      expect([answer.status, errorIn(answer, "0.3"), Object(answer.body.data).violations]).toEqual([
        400,
        "InvalidParamsError",
        expect.anything(),
      ]);
      expect((await ask(served, "GET", `/v1/tasks/${task.id}/pushNotificationConfigs`)).body).toEqual({ configs: [] });
    });
  }

  test("is told the task, as one that was registered over JSON-RPC", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(greeter);
    const { id } = await sendFor(served, say("hi"));
    await ask(served, "POST", `/v1/tasks/${id}/pushNotificationConfigs`, { json: { pushNotificationConfig: { url: receiver.url } } });
    await ask(served, "POST", "/v1/message:send", { json: { message: sayIn03("Ann", { taskId: id }) } });
    await served.close();
    expect(receiver.told.at(-1)?.body).toMatchObject({ kind: "task", id, status: { state: "completed" } });
  });
});

describe("headers", () => {
  test("of extensions are those of 0.3, both ways", async () => {
    const served = await openFetch({ ...echo, card: { name: "Extended", capabilities: { extensions: [{ uri: "urn:a" }] } } });
    const headers = { "x-a2a-extensions": "urn:a, urn:unknown" };
    const answer = await ask(served, "POST", "/v1/message:send", { json: { message: bare }, headers });
    expect([answer.headers.get("x-a2a-extensions"), answer.headers.get("a2a-extensions")]).toEqual(["urn:a", null]);
  });

  for (const [code, status, header] of [
    ["UnauthenticatedError", 401, "www-authenticate"],
    ["ForbiddenError", 403, undefined],
    ["RateLimitedError", 429, "retry-after"],
    ["ResourceUnavailableError", 503, "retry-after"],
  ] as const) {
    test(`of ${code} are ${header ?? "none besides"}, beside ${status} and a body`, async () => {
      const authenticate = (): never => {
        throw new A2AError(code, "no");
      };
      const answer = await ask(await openFetch(echo, { authenticate }), "GET", "/v1/tasks/t");
      expect([answer.status, errorIn(answer, "0.3")]).toEqual([status, code]);
      expect(["www-authenticate", "retry-after"].filter((name) => answer.headers.has(name))).toEqual(header ? [header] : []);
    });
  }

  test("that ask for the media type of 1.0 are answered with that of 0.3", async () => {
    const answer = await ask(await openFetch(echo), "GET", "/v1/tasks/t", { headers: { accept: "application/a2a+json" } });
    expect(answer.headers.get("content-type")).toBe("application/json");
  });
});

function taskIn([first]: readonly Received[]): string {
  return String(Object(first?.data.task).id);
}
