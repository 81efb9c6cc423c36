// Every way to mount an agent in a framework, on real servers. What each row shows is the way that the README shows.

import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { toNodeHandler } from "@a2a/server/node";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import { fastify } from "fastify";
import { Hono } from "hono";
import { cloneRawRequest } from "hono/request";
import { onTestFinished } from "vitest";
import type { Served } from "./subjects.js";

/** An agent, mounted. */
export interface Mount {
  readonly name: string;
  /** Where it is mounted: what callers know it by. */
  readonly at: string;
  /** Who answers for paths that the agent does not serve, below its own and elsewhere. */
  readonly leftTo: "the framework" | "the agent";
  /** Whether the card is found at the origin as well. */
  readonly isKnownAtOrigin: boolean;
  listener(definition: AgentDefinition, options: HandlerOptions): Promise<RequestListener> | RequestListener;
}

const sub = "/agents/one";

/** Serves a mounted agent until the test is over. Paths are below the mount. */
export async function open(mount: Mount, definition: AgentDefinition, options: HandlerOptions = {}): Promise<Served> {
  return listen(await mount.listener(definition, options), mount.at);
}

/** Serves an agent until the test is over in a server that takes requests for any host, as those of frameworks do. */
export function openHandler(definition: AgentDefinition, options: HandlerOptions = {}): Promise<Served> {
  return listen(toNodeHandler({ definition }, options), "");
}

async function listen(listener: RequestListener, at: string): Promise<Served> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => closed(server));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}${at}`;
  return { url, fetch: (path, init) => fetch(url + path, init), close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

type Node = ReturnType<typeof toNodeHandler>;

/** An application of Express with a page of its own. */
function inExpress(mount: (app: express.Express, definition: AgentDefinition, options: HandlerOptions) => void): Mount["listener"] {
  return (definition, options) => {
    const app = express();
    mount(app, definition, options);
    app.get("/page", (_request, response) => void response.send("page"));
    return app;
  };
}

/** An application of Fastify with a page of its own, whose agent is mounted in a scope of its own. */
function inFastify(path: string, { isParsed }: { readonly isParsed: boolean }): Mount["listener"] {
  return async (definition, options) => {
    const handler: Node = toNodeHandler({ definition }, { ...options, ...(path !== "" && { basePath: path }) });
    const app = fastify();
    app.get("/page", async () => "page");
    await app.register(async (scope) => {
      if (isParsed)
        scope.addContentTypeParser("application/a2a+json", { parseAs: "string" }, scope.getDefaultJsonParser("ignore", "ignore"));
      else scope.removeAllContentTypeParsers();
      if (!isParsed) scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
      for (const each of path === "" ? ["/*"] : [path, `${path}/*`]) {
        scope.all(each, (request, reply) => {
          reply.hijack();
          void handler(isParsed ? Object.assign(request.raw, { body: request.body }) : request.raw, reply.raw);
        });
      }
    });
    await app.ready();
    return (request, response) => app.routing(request, response);
  };
}

/** An application of Hono with a page of its own. */
function inHono(path: string, mount: (app: Hono, fetch: (request: Request) => Promise<Response>) => void): Mount["listener"] {
  return (definition, options) => {
    const { fetch: handle } = createA2AHandler({ definition }, { ...options, ...(path !== "" && { basePath: path }) });
    const app = new Hono();
    app.get("/page", (context) => context.text("page"));
    mount(app, handle);
    return getRequestListener(app.fetch);
  };
}

const byFramework = { leftTo: "the framework", isKnownAtOrigin: false } as const;
const byAgent = { leftTo: "the agent", isKnownAtOrigin: false } as const;

/** The mounts that tests go through. */
export const mounts: readonly Mount[] = [
  {
    ...{ name: "node:http", at: "", ...byAgent, isKnownAtOrigin: true },
    listener: (definition, options) => toNodeHandler({ definition }, options),
  },
  {
    ...{ name: "node:http with a base path", at: sub, ...byAgent, isKnownAtOrigin: true },
    listener: (definition, options) => toNodeHandler({ definition }, { ...options, basePath: sub }),
  },
  {
    ...{ name: "Express at the root", at: "", ...byFramework, isKnownAtOrigin: true },
    listener: inExpress((app, definition, options) => app.use(toNodeHandler({ definition }, options))),
  },
  {
    ...{ name: "Express behind express.json()", at: "", ...byFramework, isKnownAtOrigin: true },
    listener: inExpress((app, definition, options) => app.use(express.json(), toNodeHandler({ definition }, options))),
  },
  {
    ...{ name: "Express at a path", at: sub, ...byFramework },
    listener: inExpress((app, definition, options) => app.use(sub, toNodeHandler({ definition }, options))),
  },
  {
    ...{ name: "Express at a path behind express.json()", at: sub, ...byFramework },
    listener: inExpress((app, definition, options) => app.use(express.json()).use(sub, toNodeHandler({ definition }, options))),
  },
  {
    ...{ name: "Express at a path that is told twice", at: sub, ...byFramework },
    listener: inExpress((app, definition, options) => app.use(sub, toNodeHandler({ definition }, { ...options, basePath: sub }))),
  },
  {
    ...{ name: "Express with a base path", at: sub, ...byFramework, isKnownAtOrigin: true },
    listener: inExpress((app, definition, options) => app.use(toNodeHandler({ definition }, { ...options, basePath: sub }))),
  },
  {
    ...{ name: "a router of Express with a base path below it", at: sub, ...byFramework },
    listener: inExpress((app, definition, options) => {
      app.use("/agents", express.Router().use(toNodeHandler({ definition }, { ...options, basePath: "/one" })));
    }),
  },
  { name: "Fastify at the root", at: "", ...byAgent, isKnownAtOrigin: true, listener: inFastify("", { isParsed: false }) },
  { name: "Fastify at a path", at: sub, ...byAgent, listener: inFastify(sub, { isParsed: false }) },
  { name: "Fastify behind its parser", at: sub, ...byAgent, listener: inFastify(sub, { isParsed: true }) },
  {
    ...{ name: "Hono at the root", at: "", ...byAgent, isKnownAtOrigin: true },
    listener: inHono("", (app, handle) => app.all("/*", ({ req }) => handle(req.raw))),
  },
  {
    ...{ name: "Hono at a path", at: sub, ...byAgent },
    listener: inHono(sub, (app, handle) => app.all(`${sub}/*`, ({ req }) => handle(req.raw))),
  },
  {
    ...{ name: "Hono's mount", at: sub, ...byAgent },
    listener: inHono(sub, (app, handle) => app.mount(sub, handle, { replaceRequest: false })),
  },
  {
    ...{ name: "Hono behind what reads the body as JSON", at: sub, ...byAgent },
    listener: inHono(sub, (app, handle) => {
      app.use(async ({ req }, next) => {
        if (req.method === "POST") await req.json();
        await next();
      });
      app.all(`${sub}/*`, async ({ req }) => handle(req.raw.bodyUsed ? await cloneRawRequest(req) : req.raw));
    }),
  },
];
