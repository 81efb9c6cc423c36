import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";

/** What came back on a connection, and whether the server has ended it. */
export interface Came {
  readonly bytes: Buffer;
  readonly isEnded: boolean;
}

/** Opens a connection, writes everything, says that this was all, and reads to the end; after so many milliseconds it leaves. */
export async function exchange(port: number, bytes: Uint8Array, patienceMs: number): Promise<Came> {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  let isEnded = true;
  socket.on("data", (chunk) => chunks.push(chunk));
  // Whoever is sent garbage may reset the connection.
  socket.on("error", () => undefined);
  const timer = setTimeout(() => {
    isEnded = false;
    socket.destroy();
  }, patienceMs);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.end(bytes);
  await closed;
  clearTimeout(timer);
  return { bytes: Buffer.concat(chunks), isEnded };
}

/** Puts itself before a server, and records what a client says to it. */
export async function record(port: number, talk: (port: number) => Promise<void>): Promise<Buffer> {
  const said: Buffer[] = [];
  const relay = createServer((client) => {
    const server = connect(port, "127.0.0.1");
    client.on("data", (chunk) => said.push(chunk));
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) socket.on("error", () => undefined);
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  // safe: it listens on a port
  await talk((relay.address() as AddressInfo).port);
  relay.close();
  return Buffer.concat(said);
}
