import { urlOf } from "@a2a/core/internal";
import { addressOf } from "./node-listen.js";

/**
 * Makes what tells where gRPC is called, by where HTTP is. Who listens at every address of a machine is at none of them for others: then it is the host
 * that HTTP was called at.
 *
 * @param host where it listens
 */
export function createNameBeside(host: string, port: number): (httpUrl: string) => string {
  const address = addressOf(host, port);
  if (!isUnspecified(host)) return () => address;
  return (httpUrl) => {
    const named = urlOf(httpUrl);
    return named ? `${named.hostname}:${port}` : address;
  };
}

/**
 * Makes what tells where HTTP is called, by the host and port that a call of gRPC names.
 *
 * @param origin where HTTP listens, if that is known; else it is as if it were where the call was sent to
 * @param scheme of what the call was sent to
 */
export function createOriginOf(origin: string | undefined, scheme: string): (authority: string) => string {
  const listening = origin === undefined ? undefined : urlOf(origin);
  if (!listening) return (authority) => `${scheme}://${authority || "localhost"}`;
  if (!isUnspecified(listening.hostname)) return () => listening.origin;
  return (authority) => {
    const url = new URL(listening);
    url.hostname = urlOf(`http://${authority}`)?.hostname ?? url.hostname;
    return url.origin;
  };
}

/** Whether a host stands for every address of a machine. */
function isUnspecified(host: string): boolean {
  const isAlone = host.includes(":") && !host.startsWith("[");
  const hostname = urlOf(`http://${isAlone ? `[${host}]` : host}`)?.hostname;
  return hostname === "0.0.0.0" || hostname === "[::]";
}
