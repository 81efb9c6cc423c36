import type { Socket } from "node:net";

/** Hands over what arrives on a socket; what cannot be taken, or the end of the connection, is an error. Where all was taken that comes too late to matter. */
export function takeBytes(
  socket: Socket,
  what: string,
  { take, onError }: { take(bytes: Buffer): void; onError(error: Error): void },
): void {
  socket.on("data", (bytes: Buffer) => {
    try {
      take(bytes);
    } catch (error) {
      socket.destroy();
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.once("error", onError);
  socket.once("close", () => onError(new Error(`the server closed ${what}`)));
}
