import { Socket } from "node:net";
import type { PushReceiverOptions } from "@a2a/client/push-receiver";
import { createPushReceiver } from "@a2a/client/push-receiver";
import { A2AError } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { answered, forms, listen, openReceiver, post, statusOf, token, withToken } from "./receivers.js";

const working = statusOf("WORKING");

describe("a receiver is not made", () => {
  const onPush = (): void => undefined;
  for (const [name, options, words] of [
    ["without any check", {}, "unauthenticated: true"],
    ["with a check and none", { token: "t", unauthenticated: true }, "contradicts"],
    ["with an empty token", { token: "" }, "empty"],
    ["with two checks of one header", { authentication: { scheme: "Bearer", credentials: "c" }, jwt: { jwks: { keys: [{}] } } }, "header"],
    ["with a scheme without credentials", { authentication: { scheme: "Bearer" } }, "credentials"],
    ["with a length below 1", { token: "t", maxBodyBytes: 0 }, "maxBodyBytes"],
    ["for no version", { token: "t", versions: [] }, "version"],
    ["with a window below 0", { token: "t", replay: { windowMs: -1 } }, "windowMs"],
    ["with keys from anywhere without https", { jwt: { jwks: "http://agent.example/jwks.json" } }, "https"],
    ["with keys from a host that looks like this machine", { jwt: { jwks: "http://127.0.0.1.example/" } }, "https"],
    ["with keys behind a password", { jwt: { jwks: "https://user:secret@agent.example/" } }, "https"],
    ["with keys from a file", { jwt: { jwks: "file:///etc/passwd" } }, "https"],
    ["with an empty key set", { jwt: { jwks: { keys: [] } } }, "keys"],
    ["for unsigned JWTs", { jwt: { jwks: { keys: [{}] }, algorithms: ["none"] } }, "none"],
    ["for JWTs with a shared secret", { jwt: { jwks: { keys: [{}] }, algorithms: ["RS256", "HS256"] } }, "HS256"],
    ["for no algorithm", { jwt: { jwks: { keys: [{}] }, algorithms: [] } }, "algorithms"],
    ["for JWTs of no age", { jwt: { jwks: { keys: [{}] }, maxAgeSeconds: 0 } }, "maxAgeSeconds"],
    ["with clocks that differ by less than nothing", { jwt: { jwks: { keys: [{}] }, clockToleranceSeconds: -1 } }, "clockTolerance"],
  ] satisfies [string, Partial<PushReceiverOptions>, string][]) {
    test(name, () => {
      expect(() => createPushReceiver({ onPush, ...options })).toThrow(TypeError);
      expect(() => createPushReceiver({ onPush, ...options })).toThrow(words);
    });
  }

  test("without anybody to hand notifications to", () => {
    // safe: what a program without types may do
    expect(() => createPushReceiver({ token } as PushReceiverOptions)).toThrow("onPush");
  });
});

for (const { name: form, open } of forms) {
  describe(`${form} of a receiver`, () => {
    test("hands on what happened, and says so with an empty 200", async () => {
      const receiver = await open();
      const before = Date.now();
      const answer = await receiver.post(working, { ...withToken, "x-other": "kept", authorization: "Bearer secret", cookie: "secret" });
      expect(answer).toMatchObject({ status: 200, text: "" });
      const [push] = receiver.pushes;
      expect(push).toMatchObject({ event: working, taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" }, version: "1.0" });
      expect(push).not.toHaveProperty("task");
      expect(push).not.toHaveProperty("claims");
      expect(Date.parse(push?.receivedAt ?? "")).toBeGreaterThanOrEqual(before);
      expect(push?.headers.get("x-other")).toBe("kept");
      expect([...(push?.headers.values() ?? [])].join()).not.toMatch(/secret/);
      expect(receiver.reports).toEqual([]);
    });

    for (const [name, path, status, words] of [
      ["is answered with its token", "?validationToken=a-b~c%2Bd", 200, "a-b~c+d"],
      ["without a token is told to use POST", "", 405, "POST"],
      ["with an empty token is refused", "?validationToken=", 400, "validationToken"],
      ["with more than text is refused", "?validationToken=a%0d%0ab", 400, "validationToken"],
      ["with letters beyond ASCII is refused", "?validationToken=%C3%A9", 400, "validationToken"],
      ["with a token that is too long is refused", `?validationToken=${"a".repeat(1025)}`, 400, "validationToken"],
    ] as const) {
      test(`a question whether it is a webhook ${name}`, async () => {
        const { url, pushes } = await open();
        const answer = await answered(await fetch(url + path));
        expect(answer.status).toBe(status);
        expect(answer.detail ?? answer.text).toContain(words);
        expect(answer.headers.get("content-type")).toBe(status === 200 ? "text/plain; charset=utf-8" : "application/json");
        if (status === 200) expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
        expect(answer.headers.get("allow")).toBe(status === 405 ? "POST" : null);
        expect(pushes).toEqual([]);
      });
    }

    for (const verb of ["PUT", "DELETE", "OPTIONS", "PATCH"]) {
      test(`refuses ${verb}`, async () => {
        const { url } = await open();
        const answer = await answered(await fetch(url, { method: verb, headers: withToken }));
        expect(answer).toMatchObject({ status: 405, detail: "a webhook is called with POST" });
        expect(answer.headers.get("allow")).toBe("GET, POST");
      });
    }

    for (const [name, headers, body, status, words] of [
      ["text", { "content-type": "text/plain" }, working, 415, "JSON"],
      ["no type", { "content-type": "" }, working, 415, "JSON"],
      ["a compressed body", { "content-encoding": "gzip" }, working, 415, "compressed"],
      ["half of the JSON", {}, '{"statusUpdate":', 400, "not JSON"],
      ["nothing", {}, "", 400, "not JSON"],
      ["no object", {}, "[1]", 400, "a notification of 1.0, 0.3, 0.1"],
      ["too deep an object", {}, `${'{"a":'.repeat(90)}1${"}".repeat(90)}`, 400, "deep"],
      ["an event that 1.0 does not have", {}, statusOf("DONE"), 400, "/statusUpdate/status/state must be"],
      ["two events", {}, { ...working, message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] } }, 400, "exactly one"],
      ["a task that 0.3 does not have", {}, { kind: "task", id: "t", status: { state: "working" } }, 400, "/contextId must be"],
      ["an event that no version has", {}, { kind: "news" }, 400, "/kind must be"],
      ["something else", {}, { hello: "world" }, 400, "/taskId must be"],
      ["no token", { "x-a2a-notification-token": "" }, working, 401, "token"],
      ["a forged token", { "x-a2a-notification-token": `${token}!` }, working, 401, "token"],
      ["the beginning of the token", { "x-a2a-notification-token": token.slice(0, -1) }, working, 401, "token"],
      ["the token twice", { "x-a2a-notification-token": `${token}, ${token}` }, working, 401, "token"],
      ["a body that is too long", {}, { ...working, more: "x".repeat(2000) }, 413, "2000 bytes"],
    ] satisfies [string, Record<string, string>, unknown, number, string][]) {
      test(`refuses ${name} with ${status}, and says why`, async () => {
        const receiver = await open({ maxBodyBytes: 2000 });
        const answer = await receiver.post(body, { ...withToken, ...headers });
        expect(answer.status).toBe(status);
        expect(answer.headers.get("content-type")).toBe("application/json");
        expect(answer.detail).toContain(words);
        expect(answer.headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
        expect(JSON.parse(answer.text).error).toMatchObject({ code: status, status: expect.any(String), message: expect.any(String) });
        expect(answer.text).not.toContain(token);
        expect(receiver.pushes).toEqual([]);
        expect(receiver.reports).toMatchObject([{ facts: { detail: answer.detail }, message: "a notification was refused" }]);
        expect(JSON.stringify(receiver.reports)).not.toContain(token);
      });
    }

    test("takes a body as long as it may be", async () => {
      const { post } = await open({ maxBodyBytes: JSON.stringify(working).length });
      expect(await post(working)).toMatchObject({ status: 200 });
    });

    test("refuses a body that does not say how long it is as soon as it is too long", async () => {
      const { url } = await open({ maxBodyBytes: 2000 });
      const head = await answerTo(url, { "transfer-encoding": "chunked" }, `bb8\r\n${" ".repeat(3000)}\r\n`);
      expect(head).toMatch(/^HTTP\/1\.1 413 /);
      // The rest would have to be read before the connection could be used again.
      if (form === "the node form") expect(head).toMatch(/^connection: close$/im);
    });

    test("refuses a body that says it is too long before it comes", async () => {
      const { url } = await open({ maxBodyBytes: 2000 });
      expect(await answerTo(url, { "content-length": "2001" })).toMatch(/^HTTP\/1\.1 413 /);
    });

    test("does not read the body of somebody without the token", async () => {
      const { url } = await open();
      const headers = { "content-length": "100", "x-a2a-notification-token": "wrong" };
      expect(await answerTo(url, headers)).toMatch(/^HTTP\/1\.1 401 /);
    });

    test("takes the token from its other header as well", async () => {
      const { post } = await open();
      expect(await post(working, { "a2a-notification-token": token })).toMatchObject({ status: 200 });
    });

    test("tells the sender to come again where onPush fails, and not why", async () => {
      for (const error of [new Error("secret"), new A2AError("TaskNotFoundError", "secret"), "secret"]) {
        const receiver = await open({
          onPush() {
            throw error;
          },
        });
        const answer = await receiver.post(working);
        expect(answer.status).toBe(503);
        expect(answer.text).not.toContain("secret");
        expect(receiver.reports).toEqual([{ facts: { error }, message: "a notification could not be taken" }]);
      }
    });
  });
}

describe("a receiver whose token depends on the task", () => {
  const tokens: Readonly<Record<string, string>> = { one: "first", two: "second" };

  for (const [name, taskId, sent, status] of [
    ["takes the task's own", "one", "first", 200],
    ["refuses that of another task", "one", "second", 401],
    ["refuses a task that expects nothing", "three", "first", 401],
    ["refuses a call without one", "one", "", 401],
  ] as const) {
    test(name, async () => {
      const { post, pushes } = await openReceiver({ token: async (id) => tokens[id] });
      expect(await post(statusOf("WORKING", taskId), { "x-a2a-notification-token": sent })).toMatchObject({ status });
      expect(pushes).toHaveLength(status === 200 ? 1 : 0);
    });
  }

  test("is not asked for one by a call that has none", async () => {
    const asked: string[] = [];
    const { post } = await openReceiver({ token: (id) => void asked.push(id) });
    expect(await post(working, {})).toMatchObject({ status: 401 });
    expect(asked).toEqual([]);
  });

  test("refuses a message that belongs to no task", async () => {
    const { post } = await openReceiver({ token: () => token });
    const message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] };
    expect(await post({ message })).toMatchObject({ status: 401 });
    expect(await post({ message: { ...message, taskId: "t" } })).toMatchObject({ status: 200 });
  });

  test("has the sender come again where the token cannot be had, and does not say why", async () => {
    const receiver = await openReceiver({
      token() {
        throw new A2AError("TaskNotFoundError", "secret");
      },
    });
    const answer = await receiver.post(working);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain("secret");
    expect(receiver.pushes).toEqual([]);
  });
});

describe("a receiver that expects credentials", () => {
  for (const [name, sent, status] of [
    ["takes them, whatever the case of the scheme", "bASIC  dTpw", 200],
    ["refuses another scheme", "Bearer dTpw", 401],
    ["refuses other credentials", "Basic dTpx", 401],
    ["refuses the scheme alone", "Basic", 401],
    ["refuses none", "", 401],
  ] as const) {
    test(name, async () => {
      const { post } = await openReceiver({ authentication: { scheme: "Basic", credentials: "dTpw" } });
      const answer = await post(working, sent ? { authorization: sent } : {});
      expect(answer.status).toBe(status);
      expect(answer.headers.get("www-authenticate")).toBe(status === 401 ? "Basic" : null);
    });
  }

  test("of each task takes those of the task", async () => {
    const { post } = await openReceiver({
      authentication: (id) => (id === "t" ? { scheme: "Bearer", credentials: "c" } : undefined),
    });
    expect(await post(working, { authorization: "Bearer c" })).toMatchObject({ status: 200 });
    expect(await post(statusOf("WORKING", "other"), { authorization: "Bearer c" })).toMatchObject({ status: 401 });
  });

  test("and a token wants both", async () => {
    const { post } = await openReceiver({ authentication: { scheme: "Bearer", credentials: "c" }, token });
    expect(await post(working, { authorization: "Bearer c" })).toMatchObject({ status: 401 });
    expect(await post(working, withToken)).toMatchObject({ status: 401 });
    expect(await post(working, { authorization: "Bearer c", ...withToken })).toMatchObject({ status: 200 });
  });
});

test("a receiver that says so takes notifications from anybody", async () => {
  const { post } = await openReceiver({ unauthenticated: true });
  expect(await post(working, {})).toMatchObject({ status: 200 });
});

describe("the node form behind a framework's body parser", () => {
  const text = JSON.stringify(working);
  for (const [name, body] of [
    ["takes an object", working],
    ["takes a text", text],
    ["takes bytes", Buffer.from(text)],
  ] as const) {
    test(name, async () => {
      const { node } = createPushReceiver({ onPush: () => undefined, token });
      const url = await listen((request, response) => {
        request.resume();
        request.once("end", () => void node(Object.assign(request, { body }), response));
      });
      expect(await post(url, working)).toMatchObject({ status: 200 });
    });
  }

  test("refuses what was inflated to more than may be read", async () => {
    const { node } = createPushReceiver({ onPush: () => undefined, token, maxBodyBytes: 10 });
    const url = await listen((request, response) => {
      request.resume();
      request.once("end", () => void node(Object.assign(request, { body: working }), response));
    });
    expect(await post(url, "{}")).toMatchObject({ status: 413 });
  });
});

test("a sender that leaves in the middle of its body does no harm", async () => {
  for (const { open } of forms) {
    const receiver = await open();
    const socket = new Socket().connect(Number(new URL(receiver.url).port), "127.0.0.1");
    const head = `POST /hook HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-a2a-notification-token: ${token}\r\n`;
    await new Promise<void>((resolve) => socket.write(`${head}content-length: 100\r\n\r\n{"a":`, () => resolve()));
    socket.destroy();
    expect(await receiver.post(working)).toMatchObject({ status: 200 });
    expect(receiver.pushes).toHaveLength(1);
  }
});

/** The head of the answer to a call whose body does not end. */
function answerTo(url: string, headers: Readonly<Record<string, string>>, body = ""): Promise<string> {
  const socket = new Socket().connect(Number(new URL(url).port), "127.0.0.1");
  const lines = Object.entries({ host: "x", "content-type": "application/json", ...withToken, ...headers }).map((line) => line.join(": "));
  socket.write(`POST /hook HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  return new Promise((resolve, reject) => {
    socket.once("data", (data) => {
      resolve(data.toString("latin1").split("\r\n\r\n", 1)[0] ?? "");
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
