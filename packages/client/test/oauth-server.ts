import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** A request that the server got. */
export interface Asked {
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
}

/** What it answers: a JSON body, with status 200 unless another is said. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is. */
  readonly body?: unknown;
}

/** A server on loopback, and what it was asked. */
export interface OAuthServer {
  readonly url: string;
  readonly asked: Asked[];
}

/** Starts a server that answers as it is told; it ends with the test. */
export async function startServer(answer: (asked: Asked, count: number) => Answer | Promise<Answer>): Promise<OAuthServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const one: Asked = {
      path: request.url ?? "",
      form: Object.fromEntries(new URLSearchParams(await textOf(request))),
      authorization: request.headers.authorization,
    };
    const { status = 200, headers = {}, body } = await answer(one, asked.push(one));
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, asked };
}

/** Everything that a log could show of an error. */
export function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  return `${error.stack} ${JSON.stringify(error)} ${everythingOf(error.cause)}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
