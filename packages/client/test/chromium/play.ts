import { fileURLToPath } from "node:url";
import type { Version } from "@a2a/core";
import { defineAgent } from "@a2a/server";
import { toNodeHandler } from "@a2a/server/node";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { SplitBundle } from "../bundle.js";
import { splitBundle } from "../bundle.js";
import { createStagedAgent } from "./agent.js";
import type { Answer } from "./site.js";
import { answerPage, answerPlayer, openSite, Watch } from "./site.js";

/** Where the agent is for the page, and what stands in front of it. */
export interface Setting {
  readonly version?: Version;
  /** The agent is of another origin than the page. */
  readonly isElsewhere?: boolean;
  /** The origins whose pages an agent elsewhere allows; default: the page's. */
  readonly origins?: readonly string[];
  /** What stands in front of an agent elsewhere, which then allows nobody itself. */
  readonly front?: (agent: Answer) => Answer;
  /** Breaks the agent's connections off once, when that text has arrived. */
  readonly cutAt?: string;
  /** Breaks the agent's connections off when it begins to work for the first time, before anything is answered. */
  readonly isCutAtRun?: boolean;
  /** A file of the page's code whose name matches does not come the first time. */
  readonly lost?: RegExp;
  /** The address that the page is given; default: the agent's. */
  readonly address?: (agent: string) => string;
}

/** What came of a scenario. */
export interface Played {
  readonly agent: string;
  readonly outcome: unknown;
  /** Errors that nobody caught, and what the page's policy forbade. */
  readonly complaints: readonly string[];
  readonly watch: Watch;
  /** How often the agent was run. */
  readonly runs: number;
  /** The files of the page's code that did not come the first time. */
  readonly lost: readonly string[];
}

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Player</title><script type="module" src="/page.js"></script></html>`;

/** Bundles what runs in the page. */
export function bundlePage(): Promise<SplitBundle> {
  return splitBundle({ file: fileURLToPath(new URL("page.ts", import.meta.url)) });
}

/** Opens the page that plays a scenario of `page.ts` with an agent, and waits for its end. */
export async function play(tab: Page, { files }: SplitBundle, scenario: string, setting: Setting = {}): Promise<Played> {
  const { version = "1.0", isElsewhere = false, front, address = (agent) => agent } = setting;
  const watch = new Watch();
  let runs = 0;
  const staged = createStagedAgent(() => {
    runs += 1;
    if (setting.isCutAtRun && runs === 1) watch.cut();
  });
  // Nobody asks before the page is opened, and until then all that answers is there.
  const site = await openSite((request, response) => answerOf(request.method, request.url)(request, response));
  const cors = { origins: setting.origins ?? [site.origin] };
  const handler = toNodeHandler(defineAgent(staged.definition), isElsewhere && !front ? { cors } : {});
  const watched = watch.over((request, response) => void handler(request, response));
  const elsewhere = isElsewhere ? await openSite(front ? front(watched) : watched) : undefined;
  const peers = elsewhere ? [elsewhere.origin, new URL(address(elsewhere.origin)).origin] : [];
  let finish: (body: string) => void = () => undefined;
  const done = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const player = answerPlayer({
    holding: () => staged.holding,
    text(text) {
      if (text === setting.cutAt && watch.cuts === 0) watch.cut();
      staged.see(text);
    },
    die() {
      watch.isDead = true;
    },
    done: finish,
  });
  const page = answerPage(html, files, peers);
  const lost: string[] = [];
  const answerOf = (verb = "", url = ""): Answer => {
    if (url.startsWith("/player/")) return player;
    if (verb === "GET" && url.startsWith("/?")) return page;
    if (!files.has(url.slice(1))) return watched;
    if (!setting.lost?.test(url) || lost.includes(url)) return page;
    lost.push(url);
    return (_, response) => response.writeHead(503).end();
  };
  const agent = (elsewhere ?? site).origin;
  onTestFinished(async () => {
    tab.off("pageerror", onError);
    await handler.close();
    await Promise.all([site.close(), elsewhere?.close()]);
  });
  const errors: string[] = [];
  const onError = ({ message }: Error): void => {
    errors.push(message);
    // A page that broke may have nothing more to say.
    finish(JSON.stringify({ complaints: [] }));
  };
  tab.on("pageerror", onError);
  await tab.goto(`${site.origin}/?${new URLSearchParams({ scenario, version, agent: address(agent) })}`);
  const { outcome, complaints } = JSON.parse(await done);
  return { agent, outcome, complaints: [...errors, ...complaints], watch, runs, lost };
}
