import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineAgent } from "@a2a/server";
import { toNodeHandler } from "@a2a/server/node";
import type { Browser, Locator, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "./bundle.js";
import type { StagedAgent } from "./chromium/agent.js";
import { createStagedAgent } from "./chromium/agent.js";
import { findChromium } from "./chromium/find-chromium.js";
import { answerPage, openSite, Watch } from "./chromium/site.js";

const example = new URL("../../examples/src/browser/", import.meta.url);
const executablePath = findChromium();
const timeout = 20_000;
let browser: Browser;
let files: ReadonlyMap<string, string>;

/** The example's page, served together with an agent. */
interface Opened {
  readonly staged: StagedAgent;
  readonly watch: Watch;
  readonly answer: Locator;
  ask(question: string): Promise<void>;
  stop(): Promise<void>;
}

async function openExample(): Promise<Opened> {
  const staged = createStagedAgent(() => undefined);
  const handler = toNodeHandler(defineAgent(staged.definition), { basePath: "/agent" });
  const watch = new Watch();
  const agent = watch.over((request, response) => void handler(request, response));
  const page = answerPage(readFileSync(new URL("index.html", example), "utf8"), files);
  const site = await openSite((request, response) => (request.url?.startsWith("/agent") ? agent : page)(request, response));
  const tab: Page = await browser.newPage();
  const errors: string[] = [];
  tab.on("pageerror", ({ message }) => errors.push(message));
  onTestFinished(async () => {
    await tab.close();
    await handler.close();
    await site.close();
    expect(errors).toEqual([]);
  });
  await tab.goto(site.origin);
  return {
    staged,
    watch,
    answer: tab.getByRole("status"),
    async ask(question) {
      await tab.getByLabel("Question").fill(question);
      await tab.getByRole("button", { name: "Ask" }).click();
    },
    stop: () => tab.getByRole("button", { name: "Stop" }).click(),
  };
}

/** Waits until the page shows exactly that. */
async function shows(answer: Locator, text: string): Promise<void> {
  await expect.poll(() => answer.textContent(), { interval: 5, timeout: 10_000 }).toBe(text);
}

describe.skipIf(executablePath === undefined)("the example's page in Chromium", { timeout }, () => {
  beforeAll(async () => {
    const { code } = await bundle({ file: fileURLToPath(new URL("main.ts", example)) });
    files = new Map([["main.js", code]]);
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
  }, timeout);
  afterAll(() => browser.close());

  test("shows each chunk of the answer while the agent works on the next one", async () => {
    const { ask, answer, staged } = await openExample();
    await ask("chunks");
    await shows(answer, "one ");
    staged.see("one ");
    await shows(answer, "one two ");
    staged.see("one two three");
    await shows(answer, "one two three");
  });

  test("stops when it is told to, which ends the request, and answers the next question", async () => {
    const { ask, stop, answer, watch } = await openExample();
    await ask("hold");
    await shows(answer, "held");
    await stop();
    await watch.departure;
    await shows(answer, "held (stopped)");
    await ask("hi");
    await shows(answer, "echo: hi");
  });

  test("a new question ends the one before it", async () => {
    const { ask, answer, watch } = await openExample();
    await ask("hold");
    await shows(answer, "held");
    await ask("hi");
    await watch.departure;
    await shows(answer, "echo: hi");
  });

  test("shows what went wrong", async () => {
    const { ask, answer, watch } = await openExample();
    watch.isDead = true;
    await ask("hi");
    await expect.poll(() => answer.textContent(), { interval: 5, timeout: 10_000 }).toMatch(/^ \(LocalError: /);
  });
});
