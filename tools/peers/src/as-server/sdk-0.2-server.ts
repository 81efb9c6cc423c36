import { A2AExpressApp, DefaultRequestHandler, InMemoryTaskStore } from "sdk-0.2/server";
import { createKindExecutor, kindCard } from "./kind-stage.js";
import type { PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";
import type { Performer } from "./perform.js";

/** Serves by SDK 0.2 until `close`: JSON-RPC on express, the card at /.well-known/agent.json. */
export function serveSdk02(performer?: Performer): Promise<PeerServer> {
  return openServer((app, url) => {
    const handler = new DefaultRequestHandler(kindCard("SDK 0.2", url), new InMemoryTaskStore(), createKindExecutor(performer));
    // safe: of an application it uses `use`
    new A2AExpressApp(handler).setupRoutes(app as never);
  });
}
