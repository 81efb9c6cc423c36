import type { Socket } from "node:net";
import { connect, createServer } from "node:net";

/** A way to a server that can be cut. */
export interface Way {
  readonly port: number;
  /** Breaks every connection, and lets no new one through until it is mended. */
  cut(): void;
  mend(): void;
  /** Lets nothing more through the connections that there are, and does not say so. */
  freeze(): void;
  /** Resolves when somebody connects, with what lets that connection through. */
  holdNext(): Promise<() => void>;
  close(): Promise<void>;
}

/** Opens a way to a port of this machine. */
export async function openWay(to: number): Promise<Way> {
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  const holders: ((letThrough: () => void) => void)[] = [];
  let isCut = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const breakAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) return void near.resetAndDestroy();
    const letThrough = (): void => {
      const far = connect(to, "127.0.0.1");
      keep(far);
      const pair = [near, far] as const;
      pairs.add(pair);
      near.on("close", () => {
        pairs.delete(pair);
        far.destroy();
      });
      far.on("close", () => near.destroy());
      near.pipe(far).pipe(near);
    };
    const hold = holders.shift() ?? ((letThrough) => letThrough());
    hold(letThrough);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    freeze() {
      for (const [near, far] of pairs) {
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          one.unpipe(other);
          one.resume();
        }
      }
    },
    holdNext: () => new Promise((resolve) => void holders.push(resolve)),
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
