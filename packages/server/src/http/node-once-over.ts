import type { ServerResponse } from "node:http";

/**
 * Calls back once when a response has been written, or when its client is gone. A response that waits behind others, because its client has sent several
 * requests without waiting for answers, closes in Node's eyes only after it has been given its connection: where that ends before, nobody is told.
 */
export function onceOver(response: ServerResponse, act: () => void): void {
  response.once("close", act);
  if (response.socket !== null) return;
  const { socket } = response.req;
  const leave = (): void => {
    response.off("close", act);
    act();
  };
  // Any number of requests may wait.
  socket.setMaxListeners(0).once("close", leave);
  response.once("close", () => socket.off("close", leave));
}
