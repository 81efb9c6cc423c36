import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { onTestFinished } from "vitest";

/** A way to a server that can be cut. */
export interface Way {
  /** Host and port. */
  readonly url: string;
  /** How many connections have been made over it. */
  connections(): number;
  /** Where it leads to. */
  leadTo(port: number): void;
  /** Breaks every connection off; new ones can be made. */
  cut(): void;
  /** Lets nothing through any more, in either direction, without an end. */
  clog(): void;
}

/** Makes a way over TCP to a port of this machine, until the test is over. */
export async function makeWay(): Promise<Way> {
  const sockets = new Set<Socket>();
  let target = 0;
  let made = 0;
  const server = createServer((near) => {
    made += 1;
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined).on("close", () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    // safe: it listens on a port
    url: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => made,
    leadTo(port) {
      target = port;
    },
    cut,
    clog() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
