import { isAgentCard, validate } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { call, post, say, send } from "./rpc.js";
import { countingIds, echo, stoppedClock, subjects } from "./subjects.js";

const cardPath = "/.well-known/agent-card.json";

describe.each(subjects)("$name", ({ open }) => {
  test("the card is served at its well-known path, valid, and names the address that it was asked at", async () => {
    const served = await open(echo);
    const response = await served.fetch(cardPath);
    const card = await response.json();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(validate(isAgentCard, card)).toEqual({ ok: true, value: card });
    expect(card).toMatchObject({
      name: "Tested",
      supportedInterfaces: expect.arrayContaining([{ url: `${served.url}/`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }]),
    });
  });

  test("the card names publicUrl where it is given", async () => {
    const served = await open(echo, { publicUrl: "https://agent.example/a2a" });
    const card = await (await served.fetch(cardPath)).json();
    expect(card.supportedInterfaces[0].url).toBe("https://agent.example/a2a");
  });

  test("HEAD of the card has its headers and no body", async () => {
    const served = await open(echo);
    const response = await served.fetch(cardPath, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test("below a base path the agent answers, its card there and at the origin, and nothing else does", async () => {
    const served = await open(echo, { basePath: "/agents/echo" });
    const statusAt = async (path: string): Promise<number> => (await served.fetch(path)).status;
    expect(await statusAt(`/agents/echo${cardPath}`)).toBe(200);
    const [atOrigin, below] = await Promise.all([cardPath, `/agents/echo${cardPath}`].map((path) => served.fetch(path)));
    expect([atOrigin?.status, await atOrigin?.json()]).toEqual([200, await below?.json()]);
    expect(await statusAt("/")).toBe(404);
    expect(await statusAt("/agents")).toBe(404);
    expect(await statusAt("/agents/echo")).toBe(405);
    expect((await post(served, "", { "content-type": "application/json" }, "/agents/echo/")).error?.code).toBe(-32700);
  });
});

// The bytes themselves: whoever changes one of these has changed the wire.
describe.each(subjects)("golden transcripts of $name", ({ open }) => {
  const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hi" }] } as const;

  test("a blocking send", async () => {
    const served = await open(echo, { makeId: countingIds(), now: stoppedClock });
    const { text } = await call(served, "SendMessage", { message }, { id: "a" });
    expect(text).toBe(
      '{"jsonrpc":"2.0","id":"a","result":{"task":{"id":"id-1","contextId":"id-2",' +
        '"status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-31T12:00:00.000Z"},' +
        '"history":[{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hi"}],"taskId":"id-1","contextId":"id-2"}],' +
        '"artifacts":[{"artifactId":"id-3","parts":[{"text":"echo: hi"}]}]}}}',
    );
  });

  test("a stream", async () => {
    const served = await open(echo, { makeId: countingIds(), now: stoppedClock });
    const response = await send(served, "SendStreamingMessage", { message }, { id: 7 });
    expect(await response.text()).toBe(
      'id: 1\ndata: {"jsonrpc":"2.0","id":7,"result":{"task":{"id":"id-1","contextId":"id-2",' +
        '"status":{"state":"TASK_STATE_WORKING","timestamp":"2026-01-31T12:00:00.000Z"},' +
        '"history":[{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hi"}],"taskId":"id-1","contextId":"id-2"}]}}}\n\n' +
        'id: 2\ndata: {"jsonrpc":"2.0","id":7,"result":{"artifactUpdate":{"taskId":"id-1","contextId":"id-2",' +
        '"artifact":{"artifactId":"id-3","parts":[{"text":"echo: hi"}]}}}}\n\n' +
        'id: 3\ndata: {"jsonrpc":"2.0","id":7,"result":{"statusUpdate":{"taskId":"id-1","contextId":"id-2",' +
        '"status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-31T12:00:00.000Z"}}}}\n\n',
    );
  });

  test("an error", async () => {
    const served = await open(echo, { makeId: countingIds(), now: stoppedClock });
    const { text } = await call(served, "SendMessage", { message: say("", { messageId: "m-1", parts: [] }) }, { id: 7 });
    expect(text).toBe(
      '{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid parameters","data":[' +
        '{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"INVALID_PARAMS","domain":"a2a-protocol.org",' +
        '"metadata":{"detail":"/message/parts: expected an array with at least 1 item (1.0, section 4.1.4)"}},' +
        '{"@type":"type.googleapis.com/google.rpc.BadRequest",' +
        '"fieldViolations":[{"field":"/message/parts","description":"expected an array with at least 1 item"}]}]}}',
    );
  });
});
