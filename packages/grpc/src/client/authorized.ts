import type { Outgoing, TransportSettings } from "@a2a/client/internal";
import { within } from "@a2a/client/internal";
import { isA2AError, LocalError } from "@a2a/core";
import { errorTable } from "@a2a/core/internal";
import type { Metadata } from "@grpc/grpc-js";
import { metadataOf } from "./metadata.js";

/** A call that credentials may be added to. */
export interface Unauthorized extends Pick<TransportSettings, "authorize" | "url"> {
  /** The interface's address as an http or https URL. */
  readonly webUrl: string;
  readonly headers: Headers;
  readonly limit: AbortSignal;
}

/**
 * Makes a call with credentials, where there are any: they are renewed once where the agent does not take them.
 *
 * @throws what the call fails with; LocalError `UNAUTHORIZED`; the limit's reason
 */
export async function authorized<T>(
  { authorize, webUrl, url, headers, limit }: Unauthorized,
  send: (metadata: Metadata) => Promise<T>,
): Promise<T> {
  if (!authorize) return send(metadataOf(headers));
  const plain: Outgoing = { url: webUrl, headers };
  const metadataIn = (request: Outgoing): Metadata => {
    // A policy's text, not the address itself: that has the key in it.
    if (request.url !== webUrl)
      throw new LocalError("UNAUTHORIZED", `${url} wants a key in the query of its address, and calls of gRPC have none`);
    return metadataOf(request.headers);
  };
  const first = await within(limit, authorize(plain, { signal: limit }));
  try {
    return await send(metadataIn(first ?? plain));
  } catch (error) {
    if (!isA2AError(error) || error.code !== "UnauthenticatedError") throw error;
    const refused = new Response(null, { status: errorTable.UnauthenticatedError.httpStatus });
    const renewed = await within(limit, authorize(plain, { refused, signal: limit }));
    if (!renewed) throw error;
    return send(metadataIn(renewed));
  }
}
