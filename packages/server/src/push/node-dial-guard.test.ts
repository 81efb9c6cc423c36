// What is dialled when a webhook is called. Nothing here leaves the machine: what is refused is refused before it is dialled.

import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createGuardedFetch, lookingFirst } from "./node-dial-guard.js";

/** Addresses that are dialled until the test is over. */
function watchDials(): readonly string[] {
  const dialled: string[] = [];
  const connect = net.connect;
  const spy = vi.spyOn(net, "connect").mockImplementation((...args: unknown[]): Socket => {
    // safe: passed on as they came
    const socket = connect(...(args as Parameters<typeof connect>));
    return socket.on("connectionAttempt", (address: string) => dialled.push(address));
  });
  onTestFinished(() => spy.mockRestore());
  return dialled;
}

/** Listens on addresses of this machine, all at one port, until the test is over. Each call is a connection of its own. */
async function listen(...hosts: string[]): Promise<number> {
  let port = 0;
  for (const host of hosts) {
    const server = createServer((request, response) => {
      request.resume();
      if (request.url === "/away") response.writeHead(307, { location: `http://127.0.0.2:${port}/`, connection: "close" }).end();
      else response.writeHead(200, { connection: "close" }).end(host);
    });
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    onTestFinished(() => void server.close());
    // safe: it listens on a port
    port = (server.address() as AddressInfo).port;
  }
  return port;
}

/** The innermost reason. */
async function reasonOf(failing: Promise<unknown>): Promise<string> {
  let error: unknown = await failing.then(
    () => expect.fail("it was dialled"),
    (reason: unknown) => reason,
  );
  while (error instanceof Error && error.cause !== undefined) error = error.cause;
  return String(error);
}

const notPublic = /is not on the public internet/;
const post = { method: "POST", body: "{}", redirect: "manual" } as const;
const allowed = { allowedHosts: ["127.0.0.1"] };

describe("a name is dialled", () => {
  test("at the address that was looked at", async () => {
    const dialled = watchDials();
    const port = await listen("127.0.0.1");
    const call = createGuardedFetch({ ...allowed, lookup: async () => ["127.0.0.1"] });
    expect(await (await call(`http://hook.example:${port}/`, post)).text()).toBe("127.0.0.1");
    expect(dialled).toEqual(["127.0.0.1"]);
  });

  test("wherever it leads to, where it is allowed by name, in any case and with a dot at its end", async () => {
    const port = await listen("127.0.0.2");
    const call = createGuardedFetch({ allowedHosts: ["hooks.INTERNAL"], lookup: async () => ["127.0.0.2"] });
    expect(await (await call(`http://Hooks.internal.:${port}/`, post)).text()).toBe("127.0.0.2");
  });

  test("as the system resolves it where nothing else is said", async () => {
    const port = await listen("127.0.0.1");
    const call = createGuardedFetch({ allowedHosts: ["localhost"] });
    expect((await call(`http://localhost:${port}/`, post)).status).toBe(200);
  });

  test("anew with each connection: where it leads elsewhere by then, it is not dialled, though somebody listens there", async () => {
    const dialled = watchDials();
    const port = await listen("127.0.0.1", "127.0.0.2");
    const answers = ["127.0.0.1", "127.0.0.2", "127.0.0.1"];
    const call = createGuardedFetch({ ...allowed, lookup: async () => answers.splice(0, 1) });
    const url = `http://hook.example:${port}/`;
    expect(await (await call(url, post)).text()).toBe("127.0.0.1");
    expect(await reasonOf(call(url, post))).toMatch(notPublic);
    expect(await (await call(url, post)).text()).toBe("127.0.0.1");
    expect(new Set(dialled)).toEqual(new Set(["127.0.0.1"]));
  });
});

describe("a name is not dialled", () => {
  for (const [what, addresses] of [
    ["leads to this machine", ["127.0.0.2"]],
    ["leads to this machine in IPv6", ["::1"]],
    ["leads to this machine within IPv6", ["::ffff:127.0.0.2"]],
    ["leads to this machine, translated", ["64:ff9b::7f00:2"]],
    ["leads to this machine through 6to4", ["2002:7f00:2::"]],
    ["leads to any address of this machine", ["0.0.0.0"]],
    ["leads to any address of this machine in IPv6", ["::"]],
    ["leads to a private network", ["10.0.0.1"]],
    ["leads to a provider's shared addresses", ["100.64.0.1"]],
    ["leads to a cloud's metadata", ["169.254.169.254"]],
    ["leads to a cloud's metadata in IPv6", ["fd00:ec2::254"]],
    ["leads to a group", ["224.0.0.1"]],
    ["leads to everybody", ["255.255.255.255"]],
    ["leads to benchmarks", ["198.18.0.1"]],
    ["leads to an allowed address and to another", ["127.0.0.1", "10.0.0.1"]],
    ["leads to another and to an allowed address", ["10.0.0.1", "127.0.0.1"]],
    ["leads to what is no address", ["localhost"]],
  ] as const) {
    test(`that ${what}`, async () => {
      const dialled = watchDials();
      const port = await listen("127.0.0.1", "127.0.0.2");
      const call = createGuardedFetch({ ...allowed, lookup: async () => addresses });
      expect(await reasonOf(call(`http://hook.example:${port}/`, post))).toMatch(notPublic);
      expect(dialled).toEqual([]);
    });
  }

  test("that has no address", async () => {
    const call = createGuardedFetch({ lookup: async () => [] });
    expect(await reasonOf(call("http://hook.example/", post))).toMatch(/hook\.example has no address/);
  });

  test("that cannot be resolved", async () => {
    const call = createGuardedFetch({ lookup: () => Promise.reject(new Error("no such name")) });
    expect(await reasonOf(call("http://hook.example/", post))).toMatch(/no such name/);
  });
});

describe("an address is looked at without a resolver", () => {
  for (const url of [
    ...["http://127.0.0.2/", "http://0x7f.2/", "http://2130706434/", "http://0177.0.0.2/", "http://127.2/", "http://127.0.0.2./"],
    ...["http://[::1]/", "http://[::ffff:127.0.0.2]/", "http://[64:ff9b::7f00:2]/", "http://10.0.0.1/", "http://169.254.169.254/"],
  ]) {
    test(`${url} is not dialled`, async () => {
      const dialled = watchDials();
      const call = createGuardedFetch({ ...allowed, lookup: () => expect.fail("it is no name") });
      expect(await reasonOf(call(url, post))).toMatch(notPublic);
      expect(dialled).toEqual([]);
    });
  }

  test("one that is allowed is dialled", async () => {
    const port = await listen("127.0.0.1");
    expect((await createGuardedFetch(allowed)(`http://127.0.0.1:${port}/`, post)).status).toBe(200);
  });
});

test("a redirect is not followed, and where one is, what it leads to is looked at", async () => {
  const dialled = watchDials();
  const port = await listen("127.0.0.1", "127.0.0.2");
  const call = createGuardedFetch(allowed);
  expect((await call(`http://127.0.0.1:${port}/away`, post)).status).toBe(307);
  expect(await reasonOf(call(`http://127.0.0.1:${port}/away`, { ...post, redirect: "follow" }))).toMatch(notPublic);
  expect(new Set(dialled)).toEqual(new Set(["127.0.0.1"]));
});

describe("where connections are nobody's to see, a call is not made", () => {
  const notCalled = async (): Promise<Response> => expect.fail("it was called");

  for (const [what, url, addresses] of [
    ["to a name that leads to a private network", "http://hook.example/", ["10.0.0.1"]],
    ["to a name that leads there, too", "http://hook.example/", ["127.0.0.1", "10.0.0.1"]],
    ["to a private address", "http://10.0.0.1/", []],
    ["to this machine in IPv6", "http://[::1]/", []],
    ["to a name without an address", "http://hook.example/", []],
  ] as const) {
    test(what, async () => {
      const call = lookingFirst(notCalled, { ...allowed, lookup: async () => addresses });
      expect(await reasonOf(call(url, post))).toMatch(/is not on the public internet|has no address/);
    });
  }

  for (const [what, url, addresses] of [
    ["a name leads to an allowed address", "http://hook.example/", ["127.0.0.1"]],
    ["an address is allowed", "http://127.0.0.1/", []],
  ] as const) {
    test(`unless ${what}`, async () => {
      const call = lookingFirst(async () => new Response("called"), { ...allowed, lookup: async () => addresses });
      expect(await (await call(url, post)).text()).toBe("called");
    });
  }
});
