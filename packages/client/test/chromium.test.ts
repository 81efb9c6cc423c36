import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SplitBundle } from "./bundle.js";
import { findChromium } from "./chromium/find-chromium.js";
import type { Played, Setting } from "./chromium/play.js";
import { bundlePage, play as playIn } from "./chromium/play.js";
import type { Answer } from "./chromium/site.js";
import { allowOrigins, corsHeaders, openSite } from "./chromium/site.js";

const executablePath = findChromium();
let browser: Browser;
let tab: Page;
let code: SplitBundle;

/** Plays a scenario; whatever it is, nothing is left uncaught, and nothing is tried that the page's policy forbids. */
async function play(scenario: string, setting?: Setting): Promise<Played> {
  const played = await playIn(tab, code, scenario, setting);
  expect(played.complaints).toEqual([]);
  return played;
}

// A browser takes its time to start, where others need the machine as well.
const timeout = 20_000;

describe.skipIf(executablePath === undefined)("the client in Chromium", { timeout }, () => {
  beforeAll(async () => {
    code = await bundlePage();
    // Root, as in most containers, may not use the sandbox.
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
    tab = await browser.newPage();
  }, timeout);
  afterAll(() => browser.close());

  for (const isElsewhere of [false, true]) {
    for (const version of isElsewhere ? (["1.0"] as const) : (["1.0", "0.3", "0.1"] as const)) {
      describe(`with an agent of ${isElsewhere ? "another" : "the page's"} origin, in version ${version}`, () => {
        const setting = { isElsewhere, version };

        test("connect finds the card, send and getTask answer", async () => {
          const { outcome, agent } = await play("talk", setting);
          expect(outcome).toEqual(["Staged", `${agent}/`, "echo: hi", "echo: hi"]);
        });

        test("stream yields each chunk before the next one is made", async () => {
          expect((await play("stream", setting)).outcome).toEqual(["TASK_STATE_COMPLETED", "one two three"]);
        });

        test("a stream whose connection is killed goes on without loss or double", async () => {
          const { outcome, watch } = await play("resume", { ...setting, cutAt: "one " });
          expect(outcome).toEqual(["TASK_STATE_COMPLETED", "one two three"]);
          expect(watch.cuts).toBe(1);
        });

        // Chromium sends a request again by itself where a connection that it had used before dies; it does not tell.
        test("a message whose connection is killed before the answer is worked on once", async () => {
          const { watch, runs } = await play("send", { ...setting, isCutAtRun: true });
          expect([watch.cuts, runs]).toEqual([1, 1]);
        });

        test("cancelTask ends the task, and its stream with it", async () => {
          expect((await play("cancel", setting)).outcome).toEqual(["TASK_STATE_CANCELED", "TASK_STATE_CANCELED"]);
        });

        test("an error of the agent is A2AError", async () => {
          expect((await play("errors", setting)).outcome).toMatchObject({ name: "A2AError", code: "TaskNotFoundError" });
        });

        test("aborting a stream throws the signal's reason and ends the request", async () => {
          const { outcome, watch } = await play("abortStream", setting);
          expect(outcome).toBe(true);
          await watch.departure;
        });
      });
    }
  }

  test("aborting send throws the signal's reason and ends the request", async () => {
    const { outcome, watch } = await play("abortSend");
    expect(outcome).toBe(true);
    await watch.departure;
  });

  test("leaving the loop over a stream ends the request", async () => {
    const { outcome, watch } = await play("leaveStream");
    expect(outcome).toBe("left");
    await watch.departure;
  });

  test("a call that takes longer than timeoutMs is TIMEOUT and ends the request", async () => {
    const { outcome, watch } = await play("timeOut");
    expect(outcome).toMatchObject({ name: "LocalError", code: "TIMEOUT" });
    await watch.departure;
  });

  for (const [what, lost, first] of [
    ["what speaks a version does not come, it is loaded once more", /client-/, { value: "echo: hi" }],
    ["what speaks JSON-RPC does not come, HTTP+JSON is spoken", /jsonrpc-/, { value: "echo: hi" }],
    [
      "what follows tasks does not come, that is NETWORK, and the next message loads it once more",
      /create-following-/,
      { name: "LocalError", code: "NETWORK", message: "the part of this client that follows tasks cannot be loaded" },
    ],
  ] as const) {
    test(`where ${what}`, async () => {
      const played = await play("lost", { lost });
      expect(played.outcome).toEqual([first, "echo: hi"]);
      expect(played.lost).toHaveLength(1);
    });
  }

  test("a server that breaks off before it answers is NETWORK", async () => {
    expect((await play("dieBeforeAnswer")).outcome).toMatchObject({ name: "LocalError", code: "NETWORK" });
  });

  test("a server that is not there is NETWORK", async () => {
    const gone = await openSite(() => undefined);
    await gone.close();
    const { outcome } = await play("connect", { isElsewhere: true, address: () => gone.origin });
    expect(outcome).toMatchObject({ name: "LocalError", code: "NETWORK" });
  });

  test("an answer that breaks off is NETWORK", async () => {
    const front = (agent: Answer): Answer =>
      allowOrigins((request, response) => {
        if (request.method !== "POST") return agent(request, response);
        response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
        return response.write("{", () => response.destroy());
      });
    const { outcome } = await play("send", { isElsewhere: true, front });
    expect(outcome).toMatchObject({ name: "LocalError", code: "NETWORK" });
  });

  test("a redirect, which the browser hides, is BAD_RESPONSE", async () => {
    const front = () => allowOrigins((_, response) => response.writeHead(302, { location: "/elsewhere" }).end());
    const { outcome } = await play("connect", { isElsewhere: true, front });
    expect(outcome).toMatchObject({ code: "BAD_RESPONSE", message: expect.stringContaining("redirects are not followed") });
  });

  test("an agent that allows no other origins is NETWORK, as browsers tell no more", async () => {
    const { outcome } = await play("send", { isElsewhere: true, front: (agent) => agent });
    expect(outcome).toMatchObject({ name: "LocalError", code: "NETWORK" });
  });

  test("an agent that allows pages, but not of this origin, is NETWORK", async () => {
    const { outcome } = await play("send", { isElsewhere: true, origins: ["https://app.example"] });
    expect(outcome).toMatchObject({ name: "LocalError", code: "NETWORK" });
  });

  for (const [name, scenario] of [
    ["a2a-version", "send"],
    ["content-type", "send"],
    ["authorization", "sendWithHeader"],
  ] as const) {
    test(`an agent of another make that allows other origins has to allow the header ${name}, as ours does`, async () => {
      const others = corsHeaders["access-control-allow-headers"]?.replace(name, "x-other") ?? "";
      const front = (agent: Answer) => allowOrigins(agent, { ...corsHeaders, "access-control-allow-headers": others });
      expect((await play(scenario, { isElsewhere: true, front })).outcome).toMatchObject({ name: "LocalError", code: "NETWORK" });
      expect((await play(scenario, { isElsewhere: true })).outcome).toEqual({ value: expect.any(String) });
    });
  }

  test("the page's policy forbids to make code from text", async () => {
    const { outcome, complaints } = await playIn(tab, code, "makeCode");
    expect(outcome).toBe("EvalError");
    expect(complaints).toEqual(["script-src: eval"]);
  });
});
