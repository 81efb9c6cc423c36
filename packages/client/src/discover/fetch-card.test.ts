import { clientVersions } from "@a2a/core/internal/versions";
import { describe, expect, test } from "vitest";
import type { FetchCardOptions } from "./fetch-card.js";
import { fetchCard } from "./fetch-card.js";

/** A place without a card: it answers everything with this status, and tells what became of its bodies. */
function emptyPlace(status: number) {
  const asked: string[] = [];
  let cancelled = 0;
  const options: FetchCardOptions = {
    versions: clientVersions,
    readable: clientVersions,
    headers: { "a2a-version": "0.0" },
    isStrict: false,
    idleTimeoutMs: 60_000,
    retry: { attempts: 1, firstDelayMs: 0, maxDelayMs: 0, resend: true },
    maxResponseBytes: 1000,
    limit: new AbortController().signal,
    async fetch(request) {
      asked.push(`${new URL(request.url).pathname} ${request.headers.get("a2a-version") ?? ""}`);
      const cancel = (): void => {
        cancelled += 1;
      };
      return new Response(new ReadableStream({ cancel }), { status });
    },
  };
  return { asked, cancelled: () => cancelled, options };
}

describe("looking for a card", () => {
  test("each place is asked once, in the newest version that looks there", async () => {
    const place = emptyPlace(404);
    await expect(fetchCard(new URL("http://peer.test/a"), place.options)).rejects.toMatchObject({ code: "BAD_RESPONSE" });
    expect(place.asked.slice(0, 2)).toEqual(["/a/.well-known/agent-card.json 1.0", "/.well-known/agent-card.json 1.0"]);
    expect(place.asked.slice(2).map((each) => each.split(" ")[0])).toEqual(["/a/.well-known/agent.json", "/.well-known/agent.json"]);
  });

  test("a body that says no is not left open", async () => {
    const place = emptyPlace(404);
    await expect(fetchCard(new URL("http://peer.test/"), place.options)).rejects.toThrow("no agent card at");
    expect(place.cancelled()).toBe(place.asked.length);
  });

  for (const [status, code] of [
    [400, "BAD_RESPONSE"],
    [401, "UnauthenticatedError"],
    [403, "ForbiddenError"],
    [410, "BAD_RESPONSE"],
    [429, "RateLimitedError"],
    [500, "BAD_RESPONSE"],
    [503, "ResourceUnavailableError"],
  ] as const) {
    test(`${status} ends the search, and its body is not left open`, async () => {
      const place = emptyPlace(status);
      await expect(fetchCard(new URL("http://peer.test/"), place.options)).rejects.toMatchObject({
        code,
        message: `http://peer.test/.well-known/agent-card.json answered ${status}`,
      });
      expect([place.asked.length, place.cancelled()]).toEqual([1, 1]);
    });
  }

  test("a place that cannot be reached is asked once more without a version, which a page may do more often, and does not end the search", async () => {
    const place = emptyPlace(404);
    const asked: string[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      asked.push(`${new URL(request.url).pathname} ${request.headers.has("a2a-version")}`);
      if (request.url.includes("/a/")) throw new TypeError("no cors");
      return place.options.fetch(request);
    };
    const { headers, ...options } = place.options;
    await expect(fetchCard(new URL("http://peer.test/a"), { ...options, headers: {}, fetch })).rejects.toMatchObject({ code: "NETWORK" });
    expect(asked.slice(0, 3)).toEqual([
      "/a/.well-known/agent-card.json true",
      "/a/.well-known/agent-card.json false",
      "/.well-known/agent-card.json true",
    ]);
  });
});
