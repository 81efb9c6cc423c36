import { connect } from "@a2a/client";
import type { Struct, Task, Version } from "@a2a/core";
import { data } from "@a2a/core";
import type { AgentDefinition } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { address, cardOf, collect, localErrorOf, peerOf, resultOf, sse, taskIn } from "./peers.js";

const mirror: AgentDefinition = {
  card: { name: "Mirror" },
  async *run({ message }) {
    yield { state: "TASK_STATE_WORKING", message: { messageId: "m", role: "ROLE_AGENT", parts: message.parts } };
    yield { artifact: { parts: message.parts } };
  },
};

/** Data that is so many objects deep. */
function nested(depth: number): Struct {
  let value: Struct = {};
  for (let level = 1; level < depth; level += 1) value = { in: value };
  return value;
}

/** A response whose result nests a part's data so deep; written as text, for what writes JSON gives up at hostile depth. */
function answerOf(id: number | undefined, depth: number): string {
  const artifacts = [{ artifactId: "a", parts: [{ data: "here" }] }];
  const value = `${'{"in":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
  return JSON.stringify(resultOf(id, { task: taskIn("TASK_STATE_COMPLETED", { artifacts }) })).replace('"here"', value);
}

describe("the deepest data that an agent takes comes back", () => {
  const rows: readonly (readonly [Version, number])[] = [
    ["1.0", 59],
    ["0.3", 59],
    ["0.1", 59],
  ];
  for (const [version, depth] of rows) {
    test(`version ${version}: ${depth} levels, not one more`, async () => {
      const handler = createA2AHandler({ definition: mirror }, {});
      onTestFinished(() => handler.close());
      const client = await connect(address, { fetch: handler.fetch, versions: [version] });
      const deepest = nested(depth);

      // safe: the agent answers with tasks
      const sent = (await client.send(data(deepest))) as Task;
      expect(sent.artifacts?.[0]?.parts[0]?.data).toEqual(deepest);
      const known = await client.getTask(sent.id);
      expect(known.artifacts?.[0]?.parts[0]?.data).toEqual(deepest);
      const events = await collect(client.stream(data(deepest)));
      const streamed = events.flatMap(({ artifactUpdate }) => artifactUpdate?.artifact.parts ?? []);
      expect(streamed[0]?.data).toEqual(deepest);

      await expect(client.send(data(nested(depth + 1)))).rejects.toMatchObject({ name: "A2AError", code: "InvalidParamsError" });
    });
  }
});

describe("an answer that is nested deeper than any honest one is LocalError BAD_RESPONSE", () => {
  const envelope = 7;
  const rows: readonly (readonly [string, number, boolean])[] = [
    ["80 levels are read", 80 - envelope, true],
    ["81 are not", 81 - envelope, false],
    ["nor are 100 000", 100_000, false],
  ];
  for (const [what, depth, isRead] of rows) {
    test(`${what}, sent or streamed`, async () => {
      const peer = peerOf((_, { id, method }) => {
        const answer = answerOf(id, depth);
        return method === "SendMessage" ? new Response(answer) : sse([`data: ${answer}\n\n`]).response;
      });
      const client = await connect(cardOf(), { fetch: peer.fetch });
      for (const ask of [() => client.send("hi"), () => collect(client.stream("hi"))]) {
        if (isRead) await ask();
        else
          expect(await localErrorOf(ask())).toMatchObject({ code: "BAD_RESPONSE", message: expect.stringContaining("more than 80 deep") });
      }
    });
  }
});
