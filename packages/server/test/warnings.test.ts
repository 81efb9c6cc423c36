import { describe, expect, test } from "vitest";
import { call, say, sendFor } from "./rpc.js";
import { agentOf, echo, listeningLogger, openFetch } from "./subjects.js";
import { versions } from "./versions.js";

const chunk = (append: boolean) => ({ artifact: { artifactId: "a", parts: "x" }, append });

describe("the logger is told of what is taken though it ought not to be", () => {
  test("a chunk that is appended to an artifact that there is not", async () => {
    const { logger, told } = listeningLogger();
    const agent = agentOf(async function* () {
      yield chunk(true);
      yield chunk(true);
    });
    const { artifacts } = await sendFor(await openFetch(agent, { logger }), say("hi"));
    expect(artifacts).toMatchObject([{ artifactId: "a", parts: [{ text: "x" }, { text: "x" }] }]);
    expect(told).toMatchObject([{ facts: { artifactId: "a" }, message: "the agent appends to an artifact that there is not" }]);
  });

  test("and not of one that is appended to what is there, or replaces it", async () => {
    const { logger, told } = listeningLogger();
    const agent = agentOf(async function* () {
      yield chunk(false);
      yield chunk(true);
      yield chunk(false);
    });
    await sendFor(await openFetch(agent, { logger }), say("hi"));
    expect(told).toEqual([]);
  });

  for (const { version, send, params } of versions) {
    test(`a client's message that says it is the agent's${version === "1.0" ? ", which is refused" : ""}, in ${version}`, async () => {
      const { logger, told } = listeningLogger();
      const served = await openFetch(echo, { logger });
      const given = JSON.parse(JSON.stringify(params("hi")).replace("ROLE_USER", "ROLE_AGENT").replace('"user"', '"agent"'));
      const { error } = await call(served, send, given, { headers: { "a2a-version": version } });
      expect(error?.code).toBe(version === "1.0" ? -32602 : undefined);
      const warned = told.filter(({ message }) => message === "a client says that its message is the agent's");
      expect(warned).toHaveLength(version === "1.0" ? 0 : 1);
    });
  }
});
