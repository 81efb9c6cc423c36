// Bodies of HTTP+JSON and their types.

import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { ask, fieldsOf, reach, reasonOf } from "./rest.js";
import { countTasks, say, sendFor } from "./rpc.js";
import { echo, greeter, listeningLogger, subjects } from "./subjects.js";

const json = { "content-type": "application/json" };
const own = "application/a2a+json";

function hello(): string {
  return JSON.stringify({ message: say("hi") });
}

describe.each(subjects)("$name", ({ open }) => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/json", "application/json-seq", "", "nonsense;;"]) {
    test(`content type "${type}" is refused with 415, as JSON, and nothing is stored`, async () => {
      const served = await open(echo);
      const answer = await ask(served, "POST", "/message:send", {
        body: new TextEncoder().encode(hello()),
        headers: { "content-type": type },
      });
      expect([answer.status, answer.error?.code, reasonOf(answer)]).toEqual([415, 415, "CONTENT_TYPE_NOT_SUPPORTED"]);
      expect(await countTasks(served)).toBe(0);
    });
  }

  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;v=1",
    own,
    "Application/A2A+json; charset=utf-8",
  ]) {
    test(`content type "${type}" is taken`, async () => {
      expect((await ask(await open(echo), "POST", "/message:send", { body: hello(), headers: { "content-type": type } })).status).toBe(200);
    });
  }

  for (const [what, headers, type] of [
    ["nothing of types", {}, "application/json"],
    ["that it takes anything", { accept: "*/*" }, "application/json"],
    ["that it takes JSON", { accept: "application/json" }, "application/json"],
    ["that it takes the binding's own type", { accept: `application/json;q=0.5, ${own}` }, own],
    ["so in capitals", { accept: "Application/A2A+JSON" }, own],
  ] as const) {
    test(`a client that says ${what} is answered ${type}, errors included (D.6)`, async () => {
      const served = await open(echo);
      for (const [verb, path] of [
        ["GET", "/tasks"],
        ["GET", "/tasks/nowhere"],
        ["GET", "/nowhere"],
        ["PUT", "/tasks"],
      ] as const)
        expect([path, (await ask(served, verb, path, { headers })).headers.get("content-type")]).toEqual([path, type]);
    });
  }

  for (const type of [own, "Application/A2A+JSON; charset=utf-8"]) {
    test(`a client that sends ${type} is answered ${own}, errors included (D.6)`, async () => {
      const served = await open(echo);
      for (const body of [hello(), "{}", "{"]) {
        const { headers } = await ask(served, "POST", "/message:send", { body, headers: { "content-type": type } });
        expect([body, headers.get("content-type")]).toEqual([body, own]);
      }
    });
  }

  for (const [what, body, reason, fields] of [
    ["that is not JSON", '{"message":', "INVALID_JSON", []],
    ["of white space", " \n", "INVALID_JSON", []],
    ["that is not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "INVALID_JSON", []],
    ["of null", "null", "INVALID_PARAMS", [""]],
    ["of a list", "[]", "INVALID_PARAMS", [""]],
    ["of a text", '"message"', "INVALID_PARAMS", [""]],
    ["of a number", "7", "INVALID_PARAMS", [""]],
    ["without anything", "{}", "INVALID_PARAMS", ["/message"]],
    ["that is empty", "", "INVALID_PARAMS", ["/message"]],
    ["that is nested deeply", `{"message":${"[".repeat(5000)}${"]".repeat(5000)}}`, "INVALID_PARAMS", []],
    ["of JSON-RPC", '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{}}', "INVALID_PARAMS", ["/message"]],
  ] as const) {
    test(`a body ${what} is refused with 400, as JSON, and nothing is stored`, async () => {
      const served = await open(echo);
      for (const path of ["/message:send", "/message:stream", "/acme/message:send"]) {
        const answer = await ask(served, "POST", path, { body, headers: json });
        expect([answer.status, answer.error?.status, fieldsOf(answer)]).toEqual([400, "INVALID_ARGUMENT", fields]);
        expect(reasonOf(answer)).toBe(reason);
      }
      expect(await countTasks(served)).toBe(0);
    });
  }

  test("what is wrong with a body that is no object is said in words, too", async () => {
    const { error } = await ask(await open(echo), "POST", "/message:send", { body: "[]", headers: json });
    expect(error?.details[0]?.metadata).toEqual({ detail: "the params: expected an object" });
  });

  for (const [what, options] of [
    ["nothing", {}],
    ["nothing, and a type", { headers: json }],
    ["a type of something else", { headers: { "content-type": "text/plain" } }],
    ["an empty text", { body: "", headers: json }],
    ["an empty object", { json: {} }],
    ["metadata", { json: { metadata: { why: "enough" } } }],
  ] as const) {
    test(`:cancel and :subscribe take a body of ${what}`, async () => {
      const served = await open(greeter);
      const { id } = await sendFor(served, say("hi"));
      const response = await reach(served, "POST", `/tasks/${id}:subscribe`, options);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
      expect((await ask(served, "POST", `/tasks/${id}:cancel`, options)).status).toBe(200);
      await response.text();
    });
  }

  test("a body at the limit is taken and one byte more is refused with 413, as JSON, and nothing is stored", async () => {
    const body = hello();
    const served = await open(echo, { maxBodyBytes: body.length });
    const long = await ask(served, "POST", "/message:send", { body: `${body} `, headers: json });
    expect([long.status, long.error?.code, reasonOf(long)]).toEqual([413, 413, "INVALID_REQUEST"]);
    expect((await ask(served, "GET", "/tasks")).body.totalSize).toBe(0);
    expect((await ask(served, "POST", "/message:send", { body, headers: json })).status).toBe(200);
  });

  test("a body over the limit is refused with 413 though its length is not announced", async () => {
    const served = await open(echo, { maxBodyBytes: 1000 });
    let chunks = 2;
    const body = new ReadableStream({
      pull: (sink) => {
        if (chunks > 0) sink.enqueue(new Uint8Array(600));
        else sink.close();
        chunks -= 1;
      },
    });
    expect((await ask(served, "POST", "/message:send", { body, headers: json })).status).toBe(413);
    expect((await ask(served, "POST", "/message:send", { body: hello(), headers: json })).status).toBe(200);
  });
});

test("a request that is cut is no failure of the agent's: nobody is told", async () => {
  const { logger, told } = listeningLogger();
  const node = subjects.find(({ name }) => name === "the Node handler") ?? expect.fail("no such subject");
  const served = await node.open(echo, { logger });
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    "POST /message:send HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n{",
  );
  // It says that it wants the rest once it has the request.
  await once(socket, "data");
  socket.destroy();
  await served.close();
  expect(told).toEqual([]);
});
