import type { Fetch } from "@a2a/client";
import type { Version } from "@a2a/core";
import { createA2AHandler } from "@a2a/server";
import { serve } from "@a2a/server/node";
import type { PeerServer } from "../as-server/open-server.js";
import type { Performer } from "../as-server/perform.js";
import { serveSdk02 } from "../as-server/sdk-0.2-server.js";
import { serveSdk03 } from "../as-server/sdk-0.3-server.js";
import { serveSdk13 } from "../as-server/sdk-1.3-server.js";
import type { Script } from "./script.js";
import { createScript } from "./script.js";

/** A server that the client is to stand faults with. */
export interface Subject {
  readonly name: string;
  /** What the client may speak; default: whatever the card says. */
  readonly versions?: readonly Version[];
  /** Serves on this machine. */
  open(): Promise<Opened>;
  /** Serves with as little network in between as the server can. */
  openNear(): Promise<Opened>;
}

/** A subject that is served. */
export interface Opened {
  /** The name on the agent's card. */
  readonly name: string;
  readonly url: string;
  /** The way to it that nothing goes wrong on. */
  readonly fetch: Fetch;
  readonly script: Script;
  close(): Promise<void>;
}

/** Our server, in each version that it speaks. */
export const ourSubjects: readonly Subject[] = (["0.1", "0.3", "1.0"] as const).map((version) => ({
  name: `our server in ${version}`,
  versions: [version],
  async open() {
    const script = createScript();
    const { url, close } = await serve(script, { port: 0 });
    return { name: script.definition.card.name, url: new URL(url).href, fetch: (request) => fetch(request), script, close };
  },
  async openNear() {
    const script = createScript();
    const handler = createA2AHandler(script, {});
    return {
      name: script.definition.card.name,
      url: "http://agent.test/",
      fetch: rememberCards(handler.fetch),
      script,
      close: () => handler.close(),
    };
  },
}));

/** The official SDK's servers. */
export const sdkSubjects: readonly Subject[] = [
  sdkSubject("SDK 0.2.5", "SDK 0.2", serveSdk02),
  sdkSubject("SDK 0.3.14", "SDK 0.3", serveSdk03),
  sdkSubject("SDK 1.3.0", "SDK 1.3", (performer) => serveSdk13("1.0", performer)),
];

function sdkSubject(name: string, cardName: string, serveSdk: (performer: Performer) => Promise<PeerServer>): Subject {
  async function open(): Promise<Opened> {
    const script = createScript();
    return { name: cardName, ...(await serveSdk(script.performer)), fetch: (request) => fetch(request), script };
  }
  async function openNear(): Promise<Opened> {
    const opened = await open();
    return { ...opened, fetch: rememberCards(opened.fetch) };
  }
  return { name, open, openNear };
}

/** Asks for every card once: who connects thousands of times is not to wait for it. */
function rememberCards(fetch: Fetch): Fetch {
  const known = new Map<string, Promise<Response>>();
  return async (request) => {
    if (request.method !== "GET") return fetch(request);
    const key = JSON.stringify([request.url, ...request.headers]);
    // Without the first asker's signal, for others wait as well.
    const asked = known.get(key) ?? fetch(new Request(request.url, { headers: request.headers }));
    known.set(key, asked);
    return (await asked).clone();
  };
}
