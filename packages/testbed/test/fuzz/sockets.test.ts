// Whatever bytes come on a connection, heads and all, what goes back is HTTP that says nothing of the inside, and the agent goes on.

import { serve } from "@a2a/server/node";
import fc from "fast-check";
import { expect, test } from "vitest";
import { leak } from "./check-http.js";
import type { HttpInput } from "./http-inputs.js";
import { httpInputs } from "./http-inputs.js";
import { withKnown } from "./known.js";
import { exchange } from "./raw-socket.js";
import { edited, edits } from "./spoil-bytes.js";
import { createTarget, faultsOf, makeKnown } from "./target.js";
import { effortFor, patienceFor } from "./thoroughness.js";
import { FlatMemory, watchProcess } from "./watch.js";

const watch = watchProcess();
const effort = effortFor("sockets");

/** Lines that a head may have beside its own, rightly and wrongly. */
const lines = fc.array(
  fc.constantFrom(
    ...[
      "transfer-encoding: chunked",
      "transfer-encoding: gzip, chunked",
      "content-length: 5",
      "content-length: -1",
      "content-length: 99999999999999999999",
    ],
    ...[
      "expect: 100-continue",
      "expect: banana",
      "connection: close",
      "connection: upgrade",
      "upgrade: h2c",
      "upgrade: websocket",
      "host:",
      "host: a, b",
    ],
    ...[
      "x: \u00e9",
      "x:\ty",
      " folded",
      "a b: c",
      ": empty",
      `x: ${"y".repeat(20_000)}`,
      "last-event-id: 1\u0000",
      "cookie: ;;=;",
      "te: trailers",
    ],
    ...[
      "x-forwarded-proto: javascript",
      "x-forwarded-host: evil.example",
      "forwarded: host=evil.example",
      "a2a-version: 0.3\r\na2a-version: 1.0",
    ],
  ),
  { maxLength: 2 },
);

const connections = fc
  .record({ requests: fc.array(fc.tuple(httpInputs, lines), { minLength: 1, maxLength: 2 }), changes: fc.option(edits) })
  .map(({ requests, changes }) => ({
    isAskedToBreak: requests.some(([{ headers }]) => headers["x-fuzz-break"] !== undefined),
    bytes(known: readonly string[], port: number): Uint8Array {
      const whole = Buffer.concat(requests.map(([input, more]) => written(input, more, known, port)));
      return changes === null ? whole : edited(whole, changes);
    },
    [fc.toStringMethod]: () => fc.stringify({ requests, changes }),
  }));

test(
  "whatever comes on a connection of HTTP is answered in HTTP, or the connection ends",
  async () => {
    const { definition, options, notes } = createTarget();
    const { url, close } = await serve({ definition }, { ...options, port: 0, allowedHosts: ["agent.test"] });
    const port = Number(new URL(url).port);
    const fetchThere = (request: Request): Promise<Response> => fetch(new Request(`${url}/`, request));
    const memory = new FlatMemory(effort);
    let known: readonly string[] = [];
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(connections, async ({ bytes, isAskedToBreak }) => {
        if (sent % 500 === 0) known = await makeKnown(fetchThere);
        sent += 1;
        notes.clear();
        const came = await exchange(port, bytes(known, port), 5000);
        expect([...problemsOfConnection(came.bytes), ...faultsOf(notes, isAskedToBreak), ...watch.unheard()]).toEqual([]);
        memory.count();
      }),
      effort,
    );
    await makeKnown(fetchThere);
    await close();
    memory.expectFlat("sockets");
  },
  patienceFor(effort),
);

function written({ verb, path, headers, body = "" }: HttpInput, more: readonly string[], known: readonly string[], port: number): Buffer {
  const bytes = Buffer.from(withKnown(body, known));
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const target = withKnown(path, known).replaceAll(" ", "%20");
  const length = bytes.length > 0 ? [`content-length: ${bytes.length}`] : [];
  const head = [`${verb} ${target} HTTP/1.1`, `host: 127.0.0.1:${port}`, ...own, ...length, ...more, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Everything that is wrong with what came on a connection. */
function problemsOfConnection(bytes: Buffer): readonly string[] {
  const text = bytes.toString();
  if (text === "") return [];
  if (!/^HTTP\/1\.1 \d{3} /.test(text)) return [`no HTTP: ${text.slice(0, 200)}`];
  const failed = [...text.matchAll(/^HTTP\/1\.1 (5\d\d) /gm)].map(([line]) => line);
  // InternalError is told by the notes, and a server may be too busy.
  const problems = failed.filter((line) => !line.includes(" 500 ") && !line.includes(" 503 "));
  return leak.test(text.replaceAll(/^.*"(?:result|task|history)".*$/gm, ""))
    ? [...problems, `the text of an exception: ${text}`]
    : problems;
}
