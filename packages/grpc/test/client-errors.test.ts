import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import type { ErrorName } from "@a2a/core";
import { A2AError } from "@a2a/core";
import { errorTable } from "@a2a/core/internal";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { connected, dial, grpcVersions } from "./connected.js";
import { open } from "./opened.js";

const definition: AgentDefinition = {
  card: { name: "Echo" },
  async *run({ text }) {
    yield text;
  },
};

/** Refuses every call that comes with an error's name, by that. */
const served: HandlerOptions = {
  authenticate({ header }) {
    const name = header("x-refuse");
    if (!name) return {};
    // safe: the names are those of the table
    throw new A2AError(name as ErrorName, `because of ${name}`, {
      metadata: { taskId: "ä b" },
      violations: [{ pointer: "/id", expected: "a text" }],
    });
  },
};

function refusing(name: string): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { "x-refuse": name } };
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    ({ code, message, metadata, violations }: A2AError) => ({ code, message, metadata, violations }),
  );
}

async function bothOf(version: (typeof grpcVersions)[number]): Promise<{ readonly overGrpc: Client; readonly overJson: Client }> {
  const opened = await open(definition, served);
  const retry = { attempts: 1 };
  return {
    overGrpc: await dial(opened, version, { retry }),
    overJson: await connect(opened.http.url, { bindings: ["JSONRPC"], versions: ["1.0"], retry }),
  };
}

for (const version of grpcVersions) {
  test(`an error of any name is in ${version} what it is over JSON-RPC, and says no less`, async () => {
    const { overGrpc, overJson } = await bothOf(version);
    for (const name of Object.keys(errorTable)) {
      const expected = await errorOf(overJson.getTask("t", refusing(name)));
      const isPassing = name === "RateLimitedError" || name === "ResourceUnavailableError";
      const patience = isPassing ? { retryAfterSeconds: "1" } : {};
      expect(expected).toMatchObject({ message: `because of ${name}`, metadata: { taskId: "ä b" } });
      expect(await errorOf(overGrpc.getTask("t", refusing(name)))).toEqual({
        ...Object(expected),
        metadata: { taskId: "ä b", ...patience },
      });
      expect(await errorOf(overGrpc.stream("x", refusing(name)).next())).toMatchObject({ code: Object(expected).code });
    }
  });
}

describe("an agent that puts a call off", () => {
  for (const code of ["RateLimitedError", "ResourceUnavailableError"] as const) {
    test(`by ${code} is asked again when it said, and not before`, async () => {
      const times: number[] = [];
      const { client } = await connected(definition, "1.0", {
        served: {
          authenticate() {
            times.push(performance.now());
            if (times.length === 1) throw new A2AError(code, "later");
            return {};
          },
        },
      });
      expect(await client.send("hi")).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
      expect(times).toHaveLength(2);
      expect(Number(times[1]) - Number(times[0])).toBeGreaterThan(900);
    });
  }

  test("for longer than the policy is not asked again", async () => {
    let calls = 0;
    const { client } = await connected(definition, "1.0", {
      retry: { maxDelayMs: 500 },
      served: {
        authenticate() {
          calls += 1;
          throw new A2AError("RateLimitedError", "later");
        },
      },
    });
    await expect(client.getTask("t")).rejects.toMatchObject({ code: "RateLimitedError", metadata: { retryAfterSeconds: "1" } });
    expect(calls).toBe(1);
  });
});

test("params that the agent refuses are refused with their places", async () => {
  const { client } = await connected(definition, "1.0");
  await expect(client.send([])).rejects.toMatchObject({ code: "InvalidParamsError", violations: [{ pointer: "/message/parts" }] });
});
