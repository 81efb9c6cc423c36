import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, vi } from "vitest";

/** One call of a webhook. */
export interface Told {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Somebody's webhook on this machine. */
export interface Receiver {
  readonly url: string;
  /** Waits until so many calls have come. */
  has(count: number): Promise<readonly Told[]>;
}

/** Listens until the test is over. */
export async function openReceiver(): Promise<Receiver> {
  const told: Told[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    told.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // safe: it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async has(count) {
      await vi.waitFor(() => enough(told.length, count), { interval: 5, timeout: 4000 });
      return told;
    },
  };
}

function enough(found: number, wanted: number): void {
  if (found < wanted) throw new Error(`${found} of ${wanted} calls have come`);
}
