// Whatever bytes come on a connection of HTTP/2, the agent goes on and still answers calls.

import { serveGrpc } from "@a2a/grpc/server";
import { createA2AHandler } from "@a2a/server";
import fc from "fast-check";
import { expect, test } from "vitest";
import { grpcForms } from "../../../grpc/src/server/forms.js";
import { call, rawClient } from "../../../grpc/test/raw-client.js";
import { exchange, record } from "./raw-socket.js";
import { edited, edits } from "./spoil-bytes.js";
import { createTarget, faultsOf, makeKnown, marker } from "./target.js";
import { effortFor, patienceFor } from "./thoroughness.js";
import { FlatMemory, watchProcess } from "./watch.js";

const watch = watchProcess();
const effort = effortFor("frames");

/** How long the words are with which a connection begins. */
const prefaceBytes = 24;
const headBytes = 9;

/** What is done to the frames of a connection before its bytes are changed. */
const turns = fc.array(
  fc.record({
    how: fc.constantFrom("drop", "twice", "last", "type", "flags", "stream", "length"),
    at: fc.nat(30),
    byte: fc.nat(255),
  }),
  { maxLength: 3 },
);

const spoilt = fc.record({ call: fc.nat(), turns, changes: fc.option(edits, { freq: 2 }) });

test(
  "whatever comes on a connection of gRPC, calls of others are answered",
  async () => {
    const { definition, options, notes } = createTarget();
    const handler = createA2AHandler({ definition }, options);
    const { port, close } = await serveGrpc(handler, { port: 0, url: "agent.test:1" });
    const calls = await recorded(port);
    const memory = new FlatMemory(effort);
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(spoilt, async ({ call: nth, turns: all, changes }) => {
        if (sent % 200 === 0) await makeKnown(handler.fetch);
        sent += 1;
        notes.clear();
        const frames = turned(calls[nth % calls.length] ?? Buffer.alloc(0), all);
        const came = await exchange(port, changes === null ? frames : edited(frames, changes), 20);
        const isTold = came.bytes.includes(marker);
        expect([...(isTold ? ["the text of an exception"] : []), ...faultsOf(notes, false), ...watch.unheard()]).toEqual([]);
        memory.count();
      }),
      effort,
    );
    expect(await recorded(port)).toHaveLength(calls.length);
    await close();
    await handler.close();
    memory.expectFlat("frames");
  },
  patienceFor(effort),
);

/** What a client says on its connection for a call of each rpc. */
async function recorded(port: number): Promise<readonly Buffer[]> {
  const calls: Buffer[] = [];
  for (const { service, rpcs, codecOf } of grpcForms) {
    for (const rpc of Object.values(rpcs)) {
      if (!rpc) continue;
      const talk = async (at: number): Promise<void> => {
        const client = rawClient(`127.0.0.1:${at}`);
        const { status } = await call(client, `/${service}/${rpc.rpc}`, codecOf(rpc.input).encode({}), { deadline: Date.now() + 5000 });
        client.close();
        // Refused or not, it is answered.
        expect([4, 14]).not.toContain(status.code);
      };
      calls.push(await record(port, talk));
    }
  }
  return calls;
}

function turned(bytes: Buffer, all: readonly { readonly how: string; readonly at: number; readonly byte: number }[]): Buffer {
  const frames = framesOf(bytes);
  for (const { how, at, byte } of all) {
    const place = at % Math.max(1, frames.length);
    const frame = frames[place];
    if (!frame) break;
    if (how === "drop") frames.splice(place, 1);
    else if (how === "twice") frames.splice(place, 0, frame);
    else if (how === "last") frames.push(...frames.splice(place, 1));
    else frame[{ length: 2, type: 3, flags: 4, stream: 8 }[how] ?? 3] = byte;
  }
  return Buffer.concat([bytes.subarray(0, prefaceBytes), ...frames]);
}

function framesOf(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = prefaceBytes; at + headBytes <= bytes.length; ) {
    const end = at + headBytes + bytes.readUIntBE(at, 3);
    frames.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  return frames;
}
