import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** What a server answers a request with. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server on loopback. */
export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves until it is closed. */
export async function openSite(answer: Answer): Promise<Site> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with a page and the files of its code, under a policy that allows no code but that and no peers but those named. */
export function answerPage(html: string, files: ReadonlyMap<string, string>, peers: readonly string[] = []): Answer {
  return ({ url = "/" }, response) => {
    const code = files.get(url.slice(1));
    response.setHeader("content-type", code === undefined ? "text/html" : "text/javascript");
    response.setHeader("content-security-policy", ["default-src 'self'", ["connect-src 'self'", ...peers].join(" ")].join("; "));
    response.end(code ?? html);
  };
}

/** Answers what a page tells the test, by the last name in its path, once the test is ready. */
export function answerPlayer(parts: Readonly<Record<string, (body: string) => unknown>>): Answer {
  return async (request, response) => {
    const part = parts[request.url?.split("/").at(-1) ?? ""];
    await part?.(await text(request));
    response.writeHead(part ? 204 : 404).end();
  };
}

/** What servers of other makes have to add for pages of other origins. */
export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type, a2a-version, a2a-extensions, last-event-id",
  "access-control-expose-headers": "a2a-version, a2a-extensions, www-authenticate, retry-after",
};

/** Lets pages of other origins call what is behind it: adds the headers to every answer, and answers what browsers ask beforehand. */
export function allowOrigins(answer: Answer, headers: Readonly<Record<string, string>> = corsHeaders): Answer {
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return request.method === "OPTIONS" ? response.writeHead(204).end() : answer(request, response);
  };
}

/** What is being answered: to break it off, and to see that a page did. */
export class Watch {
  readonly #open = new Set<ServerResponse>();
  #onDeparture: () => void = () => undefined;
  /** Settles when a page has ended a request that was being answered. */
  readonly departure: Promise<void> = new Promise((resolve) => {
    this.#onDeparture = resolve;
  });
  /** Answers that the test broke off. */
  cuts = 0;
  /** Breaks off every request, too, that is yet to come. */
  isDead = false;

  /** Watches what is behind it. */
  over(answer: Answer): Answer {
    return (request, response) => {
      if (this.isDead) return request.socket.destroy();
      this.#open.add(response);
      response.once("close", () => {
        if (this.#open.delete(response) && !response.writableFinished) this.#onDeparture();
      });
      return answer(request, response);
    };
  }

  /** Kills the connections of all that is being answered. */
  cut(): void {
    for (const response of this.#open) {
      this.#open.delete(response);
      this.cuts += 1;
      response.destroy();
    }
  }
}
