import { once } from "node:events";
import { createServer as createHttp1 } from "node:http";
import { createServer as createHttp2 } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { createServer as createTcp } from "node:net";
import type { LocalError } from "@a2a/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { encodeStatus } from "../src/standard/status.js";
import { cardAt } from "./card-at.js";
import { answerTo, ending, handmade, meet } from "./handmade.js";

const done = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };

/** How a call fails, in short. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no failure",
    ({ name, code, message }: LocalError) => `${name} ${code}: ${message}`,
  );
}

describe("an answer is BAD_RESPONSE that", () => {
  const rows: readonly [name: string, bytes: Buffer, why: RegExp][] = [
    ["is no message", Buffer.from("<html>no, this is not it</html>"), /GetTask.*lf\.a2a\.v1\.Task/],
    ["ends too early", Buffer.from([0x0a, 0x7f, 0x41]), /GetTask.*lf\.a2a\.v1\.Task/],
    ["has text that is not UTF-8", Buffer.from([0x0a, 0x02, 0xc3, 0x28]), /not UTF-8/],
    ["is empty", Buffer.alloc(0), /GetTask.*\/(id|status) must be/],
    ["lacks what it has to have", answerTo("GetTask", { id: "t" }), /\/status must be/],
    ["has a state that nobody knows", answerTo("GetTask", { id: "t", status: { state: 99 } }), /\/status\/state must be/],
    ["is another message", answerTo("ListTasks", { tasks: [done], nextPageToken: "n" }), /GetTask/],
  ];
  for (const [name, bytes, why] of rows) {
    test(name, async () => {
      const { url } = await handmade((call) => {
        call.write(bytes);
        call.end();
      });
      const client = await meet(cardAt(url));
      expect(await failureOf(client.getTask("t"))).toMatch(/^LocalError BAD_RESPONSE: /);
      expect(await failureOf(client.getTask("t"))).toMatch(why);
    });
  }

  test("is nothing", async () => {
    const { url } = await handmade((call) => call.end());
    const client = await meet(cardAt(url));
    expect(await failureOf(client.getTask("t"))).toBe(`LocalError BAD_RESPONSE: ${url} answered GetTask with nothing`);
  });

  test("is longer than maxResponseBytes, also as an event", async () => {
    const { url } = await handmade((call, rpc) => {
      const long = { ...done, metadata: { filler: "x".repeat(20_000) } };
      call.write(answerTo(rpc, rpc === "GetTask" ? long : { task: long }));
      call.end();
    });
    const client = await meet(cardAt(url), { maxResponseBytes: 10_000 });
    const why = "with more than 10000 bytes";
    expect(await failureOf(client.getTask("t"))).toBe(`LocalError BAD_RESPONSE: ${url} answered GetTask ${why}`);
    expect(await failureOf(client.stream("hi").next())).toBe(`LocalError BAD_RESPONSE: ${url} answered SendStreamingMessage ${why}`);
    expect(await meet(cardAt(url)).then((patient) => patient.getTask("t"))).toMatchObject({ id: "t" });
  });

  test("is nested deeper than is read", async () => {
    let metadata: object = {};
    for (let depth = 0; depth < 100; depth += 1) metadata = { metadata };
    const { url } = await handmade((call) => {
      call.write(answerTo("GetTask", { ...done, metadata }));
      call.end();
    });
    expect(await failureOf((await meet(cardAt(url))).getTask("t"))).toMatch(/BAD_RESPONSE.*nested more than 80 deep/);
  });
});

for (const [name, isEnded] of [
  ["that ends", true],
  ["that goes on", false],
] as const) {
  test(`a second answer to a call ${name} is BAD_RESPONSE at once`, async () => {
    const { url } = await handmade((call, rpc) => {
      call.write(answerTo(rpc, rpc === "GetTask" ? done : { task: done }));
      call.write(answerTo(rpc, rpc === "GetTask" ? { ...done, id: "other" } : { task: done }));
      if (isEnded) call.end();
    });
    const client = await meet(cardAt(url));
    expect(await failureOf(client.getTask("t"))).toBe(`LocalError BAD_RESPONSE: ${url} answered GetTask more than once`);
    expect(await failureOf(client.send("hi"))).toBe(`LocalError BAD_RESPONSE: ${url} answered SendMessage more than once`);
  });
}

describe("an event is BAD_RESPONSE, after those before it, that", () => {
  for (const [name, bytes, why] of [
    ["is no message", Buffer.from([0x0a, 0x7f]), /SendStreamingMessage.*StreamResponse/],
    ["says nothing", Buffer.alloc(0), /event/],
    ["breaks the schema", answerTo("SubscribeToTask", { statusUpdate: { taskId: "t", contextId: "c" } }), /\/statusUpdate\/status must be/],
  ] as const) {
    test(name, async () => {
      const { url } = await handmade((call) => {
        call.write(answerTo("SubscribeToTask", { task: { ...done, status: { state: "TASK_STATE_WORKING" } } }));
        call.write(bytes);
        call.end();
      });
      const stream = (await meet(cardAt(url))).stream("hi");
      expect(await stream.next()).toMatchObject({ value: { task: { id: "t" } } });
      const failure = await failureOf(stream.next());
      expect(failure).toMatch(/^LocalError BAD_RESPONSE: /);
      expect(failure).toMatch(why);
    });
  }
});

describe("a call that ends without details, by status", () => {
  const rows: readonly [code: number, text: string, expected: RegExp][] = [
    [1, "", /^LocalError NETWORK/],
    [2, "Exception calling application", /^A2AError InternalError: Exception calling application/],
    [3, "what?", /^A2AError InvalidParamsError: what\?/],
    [4, "", /^LocalError TIMEOUT/],
    [5, "no t", /^A2AError TaskNotFoundError: no t/],
    [6, "", /^A2AError InternalError/],
    [7, "no", /^A2AError ForbiddenError: no/],
    [8, "slower", /^A2AError RateLimitedError: slower/],
    [8, "Received message larger than max (9 vs 8)", /^A2AError InvalidRequestError: Received/],
    [9, "no", /^A2AError UnsupportedOperationError: no/],
    [10, "", /^A2AError InternalError/],
    [11, "", /^A2AError InternalError/],
    [12, "no", /^A2AError UnsupportedOperationError: no/],
    [13, "oh", /^A2AError InternalError: oh/],
    [12, "TaskNotCancelableError: it is over", /^A2AError TaskNotCancelableError: it is over/],
    [12, "PushNotificationNotSupportedError: no", /^A2AError PushNotSupportedError: no/],
    [12, "ContentTypeNotSupportedError: no", /^A2AError ContentTypeNotSupportedError: no/],
    [13, "JSONParseError: what?", /^A2AError JSONParseError: what\?/],
    [13, "ValueError: oh", /^A2AError InternalError: ValueError: oh/],
    [14, "", /^LocalError NETWORK/],
    [15, "", /^A2AError InternalError/],
    [16, "who?", /^A2AError UnauthenticatedError: who\?/],
    [99, "?", /^A2AError InternalError/],
  ];
  for (const [code, text, expected] of rows) {
    test(`${code} "${text}" is ${expected.source}`, async () => {
      const { url } = await handmade((call) => call.emit("error", ending(code, text)));
      const client = await meet(cardAt(url));
      expect(await failureOf(client.getTask("t"))).toMatch(expected);
      expect(await failureOf(client.stream("hi").next())).toMatch(expected);
    });
  }
});

test("FAILED_PRECONDITION without details, where a task was to be canceled, is that it cannot be", async () => {
  const { url } = await handmade((call) => call.emit("error", ending(9, "it is over")));
  expect(await failureOf((await meet(cardAt(url))).cancelTask("t"))).toBe("A2AError TaskNotCancelableError: it is over");
});

test("details that cannot be read are none, and neither are those of other domains", async () => {
  for (const bytes of [Buffer.from("garbage"), Buffer.alloc(0), Buffer.from([0x1a, 0x03, 0x0a, 0x01, 0x41])]) {
    const { url } = await handmade((call) => call.emit("error", ending(5, "no t", { "grpc-status-details-bin": bytes })));
    expect(await failureOf((await meet(cardAt(url))).getTask("t"))).toBe("A2AError TaskNotFoundError: no t");
  }
});

test("A2A's own ErrorInfo counts, also behind one of another domain", async () => {
  const metadata = { taskId: "t" };
  const bytes = encodeStatus({
    code: 9,
    message: "no",
    details: [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "UPSTREAM", domain: "gateway.example" },
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "TASK_NOT_CANCELABLE", domain: "a2a-protocol.org", metadata },
    ],
  });
  const { url } = await handmade((call) => call.emit("error", ending(9, "no", { "grpc-status-details-bin": bytes })));
  await expect((await meet(cardAt(url))).getTask("t")).rejects.toMatchObject({ code: "TaskNotCancelableError", metadata });
});

test("retry-after in the trailers makes of UNAVAILABLE an answer", async () => {
  const { url } = await handmade((call) => call.emit("error", ending(14, "later", { "retry-after": "7" })));
  const client = await meet(cardAt(url));
  await expect(client.getTask("t")).rejects.toMatchObject({ code: "ResourceUnavailableError", metadata: { retryAfterSeconds: "7" } });
});

test("a stream that the agent breaks off with an error ends with it, after what came before", async () => {
  const { url } = await handmade((call) => {
    call.write(answerTo("SubscribeToTask", { task: { ...done, status: { state: "TASK_STATE_WORKING" } } }));
    call.emit("error", ending(7, "enough"));
  });
  const stream = (await meet(cardAt(url))).stream("hi");
  expect(await stream.next()).toMatchObject({ value: { task: { id: "t" } } });
  expect(await failureOf(stream.next())).toBe("A2AError ForbiddenError: enough");
});

describe("what is no gRPC", () => {
  async function at(server: Server): Promise<string> {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    // safe: it listens on a port
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test("but HTTP/1.1 is NETWORK", async () => {
    const server = createHttp1((_, response) => response.end("hello"));
    onTestFinished(() => void server.close());
    expect(await failureOf((await meet(cardAt(await at(server)))).getTask("t"))).toMatch(/^LocalError NETWORK/);
  });

  for (const [name, status, expected] of [
    ["a page", 200, /^LocalError BAD_RESPONSE/],
    ["a page that is missing", 404, /^LocalError BAD_RESPONSE.*404/],
    ["a failure", 500, /^LocalError BAD_RESPONSE.*500/],
    ["a refusal", 403, /^A2AError ForbiddenError/],
    ["a gateway", 502, /^LocalError NETWORK/],
  ] as const) {
    test(`but ${name} of HTTP/2 is ${expected.source}`, async () => {
      const server = createHttp2((_, response) => {
        response.writeHead(status, { "content-type": "text/html" });
        response.end("<html></html>");
      });
      onTestFinished(() => void server.close());
      expect(await failureOf((await meet(cardAt(await at(server)))).getTask("t"))).toMatch(expected);
    });
  }

  test("but a connection that closes at once is NETWORK, and so is one that nobody takes", async () => {
    const server = createTcp((socket) => socket.destroy());
    const url = await at(server);
    const client = await meet(cardAt(url));
    expect(await failureOf(client.getTask("t"))).toMatch(/^LocalError NETWORK/);
    server.close();
    expect(await failureOf(client.getTask("t"))).toMatch(/^LocalError NETWORK/);
  });

  test("but a connection that says nothing is silent for as long as idleTimeoutMs", async () => {
    const server = createTcp(() => undefined);
    onTestFinished(() => void server.close());
    const client = await meet(cardAt(await at(server)), { idleTimeoutMs: 100 });
    expect(await failureOf(client.getTask("t"))).toMatch(/^LocalError NETWORK.*silent for 100 ms/);
  });
});
