import type { Interceptor, TransportFactory } from "@a2a/client";
import { connect } from "@a2a/client";
import type { Question } from "@a2a/client/internal";
import { createTransport } from "@a2a/client/internal";
import { connect as connectNewest } from "@a2a/client/v1.0";
import type { AgentCard } from "@a2a/core";
import { A2AError, LocalError } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Peer } from "./peers.js";
import { cardOf, collect, event, failureOf, json, localErrorOf, peerOf, resultOf, sse, taskIn } from "./peers.js";

const done = taskIn("TASK_STATE_COMPLETED");
const quick = { attempts: 1 };

const at = (host: string, protocolBinding: string, protocolVersion = "1.0") => ({
  url: protocolBinding === "GRPC" ? `${host}:443` : `http://${host}/`,
  protocolBinding,
  protocolVersion,
});
const cardWith = (...supportedInterfaces: AgentCard["supportedInterfaces"]): AgentCard => ({ ...cardOf(), supportedInterfaces });

/** An agent that gives its task in both bindings, where it can be reached. */
const reachable = (...hosts: readonly string[]): Peer =>
  peerOf(({ url }, { id }) => {
    if (!hosts.includes(new URL(url).host)) throw new TypeError("unreachable");
    return json(id === undefined ? done : resultOf(id, done));
  });
const linesOf = ({ requests }: Peer): readonly string[] => requests.map(({ method, url }) => `${method} ${url}`);

for (const [name, open] of [
  ["@a2a/client", connect],
  ["@a2a/client/v1.0", connectNewest],
] as const) {
  describe(`an agent with several bindings, for ${name}`, () => {
    const both = cardWith(at("rest", "HTTP+JSON"), at("rpc", "JSONRPC"));

    test("is spoken to in the first one of its card", async () => {
      const peer = reachable("rest", "rpc");
      const client = await open(both, { fetch: peer.fetch });
      expect(await client.getTask("t")).toMatchObject({ id: "task-1" });
      expect(linesOf(peer)).toEqual(["GET http://rest/tasks/t"]);
      expect(client.interfaces.map(({ protocolBinding }) => protocolBinding)).toEqual(["HTTP+JSON", "JSONRPC"]);
    });

    test("is spoken to in those alone that its caller names", async () => {
      const peer = reachable("rest", "rpc");
      const client = await open(both, { fetch: peer.fetch, bindings: ["JSONRPC"] });
      expect(await client.getTask("t")).toMatchObject({ id: "task-1" });
      expect(linesOf(peer)).toEqual(["POST http://rpc/"]);
      expect(client.interfaces).toHaveLength(1);
    });

    for (const [from, to, lines] of [
      ["HTTP+JSON", "JSONRPC", ["GET http://one/tasks/t", "POST http://two/", "POST http://two/"]],
      ["JSONRPC", "HTTP+JSON", ["POST http://one/", "GET http://two/tasks/t", "GET http://two/tasks/t"]],
    ] as const) {
      test(`is reached in ${to} where nothing answers in ${from}, and stays there`, async () => {
        const peer = reachable("two");
        const client = await open(cardWith(at("one", from), at("two", to)), { fetch: peer.fetch, retry: quick });
        for (const _ of [1, 2]) expect(await client.getTask("t")).toMatchObject({ id: "task-1" });
        expect(linesOf(peer)).toEqual(lines);
      });
    }
  });
}

describe("a binding", () => {
  test("in which a version has no form is not chosen", async () => {
    const card = cardWith(at("rest", "HTTP+JSON", "0.1"), at("rpc", "JSONRPC", "0.1"));
    expect((await connect(card)).interfaces.map(({ url }) => url)).toEqual(["http://rpc/"]);
  });

  test("that nobody speaks is BAD_RESPONSE, which names what is offered and what is spoken", async () => {
    const error = await localErrorOf(connect(cardWith(at("one", "GRPC")), { versions: ["1.0"] }));
    expect(error.message).toBe("the agent Peer offers GRPC 1.0; this client speaks JSONRPC 1.0, HTTP+JSON 1.0");
  });

  test("in which none of the versions has a form leaves nothing to speak, and BAD_RESPONSE says so", async () => {
    const error = await localErrorOf(connect(cardOf("0.1"), { versions: ["0.1"], bindings: ["HTTP+JSON"] }));
    expect(error.message).toBe("the agent Peer offers JSONRPC 0.1; this client speaks no binding in the versions that it may speak");
  });

  for (const bindings of [["REST"], []]) {
    test(`that there is none of is a TypeError: ${JSON.stringify(bindings)}`, async () => {
      await expect(connect(cardOf(), { bindings })).rejects.toThrow(TypeError);
      await expect(connect(cardOf(), { bindings: [...bindings, "JSONRPC"] })).resolves.toBeDefined();
    });
  }
});

/** A binding of another package, that asks nobody: every operation is answered by a function. */
function telepathy(answer: (operation: string, headers: object) => unknown, more: Partial<TransportFactory> = {}) {
  const made: string[] = [];
  const factory: TransportFactory = {
    binding: "GRPC",
    versions: ["1.0"],
    urlOf: (address) => `https://${address}`,
    create(settings) {
      made.push(`${settings.url} ${settings.tenant}`);
      return createTransport(settings, (operation, _, call): Question => {
        const ask = async (): Promise<unknown> => answer(operation, { ...settings.headers, ...call.headers });
        return {
          ask,
          open: async () =>
            (async function* () {
              yield { value: await ask() };
            })(),
        };
      });
    },
    ...more,
  };
  return { factory, made };
}

describe("a binding of another package", () => {
  const card = cardWith({ ...at("one", "GRPC"), tenant: "acme" }, at("two", "JSONRPC"));

  test("is spoken where the card names it, and made when it is first used", async () => {
    const { factory, made } = telepathy((operation) => (operation === "GetTask" ? done : { task: done }));
    const client = await connect(card, { transports: [factory] });
    expect(made).toEqual([]);
    const calls = [client.send("hi"), client.getTask("t")];
    expect(await Promise.all(calls)).toMatchObject([{ id: "task-1" }, { id: "task-1" }]);
    expect(await collect(client.stream("hi"))).toMatchObject([{ task: done }]);
    expect(made).toEqual(["one:443 acme"]);
  });

  test("is asked about as its factory writes its address", async () => {
    const asked: string[] = [];
    const allowUrl = (url: URL): boolean => asked.push(url.href) > 0;
    await connect(card, { transports: [telepathy(() => done).factory], allowUrl });
    expect(asked).toEqual(["https://one/", "http://two/"]);
  });

  test("is looked at by interceptors, who set its headers", async () => {
    const seen: unknown[] = [];
    const { factory } = telepathy((_, headers) => {
      seen.push(headers);
      return done;
    });
    const mark: Interceptor = {
      before({ headers }) {
        headers["x-call"] = "2";
      },
    };
    const client = await connect(card, { transports: [factory], interceptors: [mark], headers: { "x-client": "1" } });
    await client.getTask("t");
    expect(seen).toEqual([{ "x-client": "1", "x-call": "2" }]);
  });

  test("has its answers validated, and its questions asked again where they may be", async () => {
    let left = 2;
    const { factory } = telepathy((operation) => {
      if (operation === "CancelTask") return { id: 7 };
      if (left-- > 0) throw new LocalError("NETWORK", "cut");
      return done;
    });
    const client = await connect(card, { transports: [factory], retry: { attempts: 3, firstDelayMs: 0 } });
    expect(await client.getTask("t")).toMatchObject({ id: "task-1" });
    expect((await localErrorOf(client.cancelTask("t"))).code).toBe("BAD_RESPONSE");
  });

  test("throws what the agent answers", async () => {
    const { factory } = telepathy(() => {
      throw new A2AError("TaskNotFoundError", "none");
    });
    expect(await failureOf((await connect(card, { transports: [factory] })).getTask("t"))).toMatchObject({ code: "TaskNotFoundError" });
  });

  test("that cannot be loaded leaves the agent to the next interface", async () => {
    const create = async (): Promise<never> => {
      throw new LocalError("NETWORK", "offline");
    };
    const client = await connect(card, {
      fetch: reachable("two").fetch,
      transports: [telepathy(() => done, { create }).factory],
      retry: quick,
    });
    expect(await client.getTask("t")).toMatchObject({ id: "task-1" });
  });

  test("that cannot be loaded, and is the only one, is tried again by the next call", async () => {
    let isDown = true;
    const works = telepathy(() => done).factory;
    const create: TransportFactory["create"] = async (settings) => {
      if (isDown) throw new LocalError("NETWORK", "offline");
      return works.create(settings);
    };
    const client = await connect(card, { transports: [{ ...works, create }], bindings: ["GRPC"] });
    expect((await localErrorOf(client.getTask("t"))).code).toBe("NETWORK");
    isDown = false;
    expect(await client.getTask("t")).toMatchObject({ id: "task-1" });
  });

  test("stands before one of this client with the same name", async () => {
    const { factory, made } = telepathy(() => done, { binding: "JSONRPC", urlOf: (address) => address });
    await (await connect(cardOf(), { transports: [factory] })).getTask("t");
    expect(made).toHaveLength(1);
  });
});

test("a stream of one binding is shown like that of the other", async () => {
  const streamed = async (protocolBinding: string) => {
    const { fetch } = peerOf((_, { id }) => sse([event(id === undefined ? { task: done } : resultOf(id, { task: done }))]).response);
    return collect((await connect(cardOf("1.0", { protocolBinding }), { fetch })).stream("hi"));
  };
  expect(await streamed("HTTP+JSON")).toEqual(await streamed("JSONRPC"));
});
