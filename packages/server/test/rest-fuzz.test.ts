// Whatever is asked of HTTP+JSON, an answer of it comes back.

import { restForms } from "@a2a/core/internal/rest";
import type { HandlerOptions, OperationReport } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sendOver } from "./rest.js";
import { countTasks, say } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, listeningLogger } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";

// How many random requests are made.
const runs = Number(process.env.A2A_FUZZ_RUNS ?? 1000);

expectNothingUnhandled();

const verb = fc.constantFrom("GET", "GET", "POST", "POST", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "FROB");

/** Pieces of the paths of the tables, and what may stand in place of them. */
const pieces = [
  ...new Set(restForms.flatMap(({ table }) => table.routes.flatMap(({ path }) => (table.prefix + path).split(/[/:]|\{[^}]*\}/)))),
];
const garbage = [
  ".",
  "..",
  "%",
  "%2",
  "%2F",
  "%3A",
  "%00",
  "%ff",
  "%zz",
  "{id}",
  "{}",
  "*",
  "é",
  "__proto__",
  "constructor",
  "-",
  "0",
  "$task",
  "\\",
  "|",
  '"',
  "<a>",
];
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pieces, "$task") },
  fc.constantFrom(...garbage),
  fc.string({ maxLength: 5 }),
);
const path = fc
  .array(fc.tuple(fc.constantFrom("/", "/", "/", ":", "//", ""), piece), { maxLength: 6 })
  .map((all) => `/${all.flat().join("").replace(/^\//, "")}`);
/** A route of the tables as it should be asked for, or nearly so. */
const routed = fc
  .constantFrom(...restForms.flatMap(({ table }) => table.routes.map((route) => ({ ...route, path: table.prefix + route.path }))))
  .chain((route) =>
    fc.record({
      verb: fc.oneof({ weight: 8, arbitrary: fc.constant<string>(route.verb) }, verb),
      path: fc
        .tuple(
          fc.constantFrom("", "", "", "", "/acme", "/v1", "/%"),
          fc.oneof({ weight: 3, arbitrary: fc.constant("$task") }, piece),
          piece,
        )
        .map(([before, ...given]) => before + filled(route.path, given)),
    }),
  );
const random = fc.record({ verb, path });

const members = [
  "tenant",
  "historyLength",
  "history_length",
  "pageSize",
  "pageToken",
  "status",
  "includeArtifacts",
  "A2A-Version",
  "message",
  "id",
  "taskId",
  "__proto__",
  "configId",
];
const value = fc.oneof(
  fc.constantFrom("", "0", "1", "-1", "true", "1.0", "0.3", "acme", "TASK_STATE_WORKING", "%"),
  fc.string({ maxLength: 6 }),
);
const query = fc.array(fc.tuple(fc.constantFrom(...members), value), { maxLength: 3 });

const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
const body = fc.oneof(
  fc.constantFrom("", "{", "[]", "null", '"a"', "{}", '{"__proto__":{"message":{}}}', "\u0000", `${"[".repeat(100)}${"]".repeat(100)}`),
  fc.json({ maxDepth: 3 }),
  fc.constant({ message }).map((each) => JSON.stringify(each)),
  // Almost right: a member of it, or something in its place.
  fc
    .tuple(
      fc.constantFrom("message", "configuration", "metadata", "tenant", "url", "id", "taskId", "config"),
      fc.jsonValue({ maxDepth: 3 }),
    )
    .map(([name, each]) => JSON.stringify({ message, url: "https://client.example/", [name]: each })),
  fc
    .tuple(fc.constantFrom(...Object.keys(message), "contextId", "taskId", "content", "kind"), fc.jsonValue({ maxDepth: 3 }))
    .map(([name, each]) => JSON.stringify({ message: { ...message, [name]: each } })),
);

const header = fc.record(
  {
    "content-type": fc.constantFrom(...Array<string>(6).fill("application/json"), "application/a2a+json", "text/plain", ""),
    accept: fc.constantFrom("*/*", "application/a2a+json", "text/html", "text/event-stream", ",;="),
    "a2a-version": fc.constantFrom("1.0", "1.0", "1.0", "0.3", "0.1", "", "9.9"),
    "a2a-extensions": fc.constantFrom("urn:a", ",", "", "urn:b"),
    "last-event-id": fc.constantFrom("0", "1", "99", "-1", "x", ""),
    authorization: fc.constantFrom("Bearer ann", "Bearer ben", "x"),
    "x-a2a-extensions": fc.constantFrom("urn:a"),
  },
  { requiredKeys: [] },
);

interface Asked {
  readonly verb: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Record<string, string>;
  readonly body: string;
}

const asked: fc.Arbitrary<Asked> = fc
  .record({ at: fc.oneof(random, { weight: 5, arbitrary: routed }), query, headers: header, body })
  .map(({ at, ...rest }) => ({ ...at, ...rest }));

/** The statuses that an answer may have, of success and of the tables. */
const statuses = new Set([
  200,
  ...restForms.flatMap(({ dialect: { errors, refusals } }) => [
    ...Object.values(errors).map(({ httpStatus }) => httpStatus),
    ...Object.values(refusals).map(({ httpStatus }) => httpStatus),
  ]),
]);

/** What no request here brings about: nothing fails, and everybody may do everything. */
const never = new Set(["InternalError", "InvalidAgentResponseError", "ForbiddenError"]);

test(
  "whatever comes, an answer goes back that is JSON or a stream, with a status of the tables, and what is refused leaves nothing",
  async () => {
    const { logger, told } = listeningLogger();
    const reports: OperationReport[] = [];
    const served = serve({ logger: { ...logger, debug: () => undefined }, onOperation: (report) => void reports.push(report) });
    const { id } = await sendOver(served, { message: say("hi") });
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        reports.length = 0;
        const before = await countTasks(served);
        const { status, type, text } = await answerOf(served, one, id);
        expect(statuses).toContain(status);
        expect(reports.filter(({ error }) => error !== undefined && never.has(error))).toEqual([]);
        if (one.verb === "HEAD") expect(text).toBe("");
        else if (type === "text/event-stream") expect(text).toMatch(/^(id: \d+\ndata: \{.*\}\n\n|: .*\n\n)+$/);
        else expectJson(status, type, text);
        if (status !== 200) expect(await countTasks(served)).toBe(before);
      }),
      { numRuns: runs },
    );
    expect(told).toEqual([]);
    await served.close();
  },
  60_000 + runs * 60,
);

function serve(options: HandlerOptions): Served {
  const card = { name: "Fuzzed", capabilities: { pushNotifications: true, extensions: [{ uri: "urn:a" }] } };
  const definition = agentOf(async ({ text }) => `said ${text}`, { card, extendedCard: { description: "more" } });
  const handler = createA2AHandler({ definition }, { ...options, push: { fetch: async () => new Response() } });
  return {
    url: "http://agent.test",
    fetch: (at, init) => handler.fetch(new Request(`http://agent.test${at}`, init)),
    close: () => handler.close(),
  };
}

async function answerOf(
  served: Served,
  one: Asked,
  task: string,
): Promise<{ readonly status: number; readonly type: string | null; readonly text: string }> {
  const at = one.path.replaceAll("$task", task);
  const search = new URLSearchParams(one.query.map(([name, each]) => [name, each])).toString();
  const hasBody = one.verb !== "GET" && one.verb !== "HEAD" && one.body !== "";
  const init = { method: one.verb, headers: one.headers, ...(hasBody && { body: one.body }) };
  const response = await served.fetch(search === "" ? at : `${at}?${search}`, init);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

function expectJson(status: number, type: string | null, text: string): void {
  expect(["application/json", "application/a2a+json"]).toContain(type);
  const body = JSON.parse(text);
  // At the agent's own path there is JSON-RPC.
  if (body.jsonrpc !== undefined) return;
  expect(isError(body, status)).toBe(status !== 200);
}

/** Whether it is an error of 1.0, with the status as its code, or one of 0.3. */
function isError({ error, code, message }: Record<string, unknown>, status: number): boolean {
  return error === undefined ? typeof code === "number" && code < 0 && typeof message === "string" : Object(error).code === status;
}

function filled(template: string, given: readonly string[]): string {
  let at = 0;
  return template.replaceAll(/\{\w+=?([^}]*)\}/g, (_, inner: string) =>
    (inner || "*").replaceAll("*", () => given[at++ % given.length] ?? ""),
  );
}
