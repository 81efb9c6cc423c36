import type { Logger } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { allEvents, call, say, send } from "./rpc.js";
import { agentOf, listeningLogger, openFetch } from "./subjects.js";
import { versions } from "./versions.js";

const why = "A text is `text/plain` and data is `application/json` without being said.";

/** Says something that no version before 1.0 can say as it is. */
const plain = agentOf(async function* () {
  yield { artifact: { artifactId: "a", parts: { text: "hi", mediaType: "text/plain" } } };
});

for (const { version, send: method, stream, params } of versions) {
  describe(`what a caller of ${version} does not get to know`, () => {
    test("of a result is told at debug: where, what and why", async () => {
      const { logger, told } = listeningLogger();
      const served = await openFetch(plain, { logger });
      await call(served, method, params("hi"), { headers: { "a2a-version": version } });
      const losses = told.filter(({ message }) => message === "this version cannot say all of it").map(({ facts }) => facts);
      if (version === "1.0") expect(losses).toEqual([]);
      else {
        const pointer = "/task/artifacts/0/parts/0/mediaType";
        expect(losses).toMatchObject([
          { version, what: "SendMessage", losses: expect.arrayContaining([{ pointer, what: "left out", why }]) },
        ]);
      }
    });

    test("of an event too", async () => {
      const { logger, told } = listeningLogger();
      const served = await openFetch(plain, { logger });
      await allEvents(await send(served, stream, params("hi"), { headers: { "a2a-version": version } }));
      const lost = told.flatMap(({ facts }) => ("losses" in facts && Array.isArray(facts.losses) ? facts.losses : []));
      const wanted = { pointer: "/artifactUpdate/artifact/parts/0/mediaType", what: "left out", why };
      expect(lost.some((loss) => JSON.stringify(loss) === JSON.stringify(wanted))).toBe(version !== "1.0");
    });
  });
}

test("nothing is worked out for a logger that does not keep what is told at debug", async () => {
  const { logger, told } = listeningLogger();
  const quiet: Logger = { ...logger, isLevelEnabled: (level) => level !== "debug" };
  const served = await openFetch(plain, { logger: quiet });
  const message = { ...say("hi"), kind: "message", role: "user", parts: [{ kind: "text", text: "hi" }] };
  expect((await call(served, "message/send", { message }, { headers: { "a2a-version": "0.3" } })).status).toBe(200);
  expect(told).toEqual([]);
});
