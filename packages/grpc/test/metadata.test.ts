import type { AgentDefinition, CallerRequest, HandlerOptions, Turn } from "@a2a/server";
import { expect, test } from "vitest";
import { open } from "./opened.js";
import type { Outsider } from "./outsider.js";
import { outsiderOf } from "./outsider.js";
import { facts10 } from "./published-facts.js";
import { detailsOf } from "./status-details.js";

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

function agentOf(seen: Turn[]): AgentDefinition {
  return {
    card: { name: "Tested", capabilities: { extensions: [{ uri: "urn:one" }, { uri: "urn:two" }] } },
    async *run(turn) {
      seen.push(turn);
      yield "one";
      yield "two";
    },
  };
}

async function served(definition: AgentDefinition, options?: HandlerOptions): Promise<Outsider> {
  const { grpc } = await open(definition, options);
  return outsiderOf(facts10.package, grpc.url);
}

const hi = { message: { message_id: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } };

test("authenticate sees the metadata as headers, but none that are bytes", async () => {
  const names = ["authorization", "Authorization", "x-key-bin", "constructor", "not a name"];
  const asked: (string | undefined)[][] = [];
  const authenticate = ({ header }: CallerRequest): { user: string } => {
    asked.push(names.map((name) => header(name)));
    return { user: header("authorization") ?? "nobody" };
  };
  const outsider = await served(agentOf([]), { authenticate });
  const metadata = { authorization: "Bearer mine", "x-key-bin": Buffer.from("secret") };
  const { items } = await outsider.ask("SendMessage", hi, { metadata });
  expect(asked).toEqual([["Bearer mine", "Bearer mine", undefined, undefined, undefined]]);
  const { id } = Object(items[0]?.task);
  expect((await outsider.ask("GetTask", { id }, { metadata })).status.code).toBe(0);
  expect((await outsider.ask("GetTask", { id }, { metadata: { authorization: "Bearer other" } })).status.code).toBe(5);
});

test("the turn has the trace and the service parameters", async () => {
  const seen: Turn[] = [];
  const reports: object[] = [];
  const outsider = await served(agentOf(seen), { onOperation: (report) => void reports.push(report) });
  await outsider.ask("SendMessage", hi, { metadata: { traceparent, "a2a-thing": "x", "a2a-thing-bin": Buffer.from("y") } });
  expect(seen).toMatchObject([{ trace: { traceparent }, parameters: { "a2a-thing": "x" } }]);
  expect(seen[0]?.parameters).not.toHaveProperty("a2a-thing-bin");
  expect(reports).toMatchObject([{ binding: "GRPC", operation: "SendMessage", version: "1.0", trace: { traceparent } }]);
});

for (const name of ["a2a-extensions", "x-a2a-extensions"]) {
  for (const rpc of ["SendMessage", "SendStreamingMessage"]) {
    test(`${rpc} activates the extensions in ${name}, and says so before its answer`, async () => {
      const seen: Turn[] = [];
      const outsider = await served(agentOf(seen));
      const { headers, status } = await outsider.ask(rpc, hi, { metadata: { [name]: "urn:two, urn:three" } });
      expect(status.code).toBe(0);
      expect(headers.get("a2a-extensions")).toEqual(["urn:two"]);
      expect(seen).toMatchObject([{ extensions: ["urn:two"] }]);
    });
  }
}

for (const [version, code] of [
  ["1.0", 0],
  ["1.0.7", 0],
  ["0.3", 0],
  ["", 0],
  ["0.9", 9],
  ["latest", 9],
] as const) {
  test(`a2a-version "${version}" is answered with status ${code}`, async () => {
    const outsider = await served(agentOf([]));
    for (const rpc of ["SendMessage", "SendStreamingMessage"]) {
      const { status } = await outsider.ask(rpc, hi, { metadata: { "a2a-version": version } });
      expect(status.code).toBe(code);
      if (code !== 0) expect(detailsOf(status)?.details).toMatchObject([{ reason: "VERSION_NOT_SUPPORTED" }]);
    }
  });
}

for (const [version, code] of [
  ["1.0", 0],
  ["", 0],
  ["0.3", 12],
] as const) {
  test(`a2a-version "${version}" is answered with status ${code} in the package of 1.0 where versions are strict`, async () => {
    const outsider = await served(agentOf([]), { strictVersion: true });
    for (const rpc of ["SendMessage", "SendStreamingMessage"]) {
      expect((await outsider.ask(rpc, hi, { metadata: { "a2a-version": version } })).status.code).toBe(code);
    }
  });
}

test("with last-event-id a stream goes on behind the event that the reader has", async () => {
  const outsider = await served(agentOf([]));
  const { items } = await outsider.ask("SendStreamingMessage", hi);
  const { id } = Object(items[0]?.task);
  const { items: rest, status } = await outsider.ask("SubscribeToTask", { id }, { metadata: { "last-event-id": "2" } });
  expect(status.code).toBe(0);
  expect(rest.length).toBeGreaterThan(1);
  expect(rest).toEqual(items.slice(2));
});
