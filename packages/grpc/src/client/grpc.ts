import type { TransportFactory } from "@a2a/client";
import { LocalError } from "@a2a/core";
import { binding } from "../binding.js";
import { silence } from "../silence.js";
import { parseAddress } from "./address.js";
import { createChannels } from "./channels.js";
import { grpcClientForms } from "./forms.js";
import { createGrpcTransport } from "./grpc-transport.js";
import type { GrpcClientOptions } from "./options.js";
import { completeGrpcClientOptions } from "./options.js";

silence(process.env);

/**
 * Has a client speak gRPC: `connect(url, { transports: [grpc()] })`. Calls, streams, errors, retries and credentials are those of the client.
 *
 * @throws TypeError for options that cannot be meant
 * @see A2A 1.0, section 10
 */
export function grpc(options: GrpcClientOptions = {}): TransportFactory {
  const complete = completeGrpcClientOptions(options);
  const channelTo = createChannels(complete);
  return {
    binding,
    versions: grpcClientForms.map(({ dialect }) => dialect.version),
    urlOf: (address) => parseAddress(address, complete)?.url ?? address,
    create(settings) {
      const { url, dialect, maxResponseBytes } = settings;
      const form = grpcClientForms.find((each) => each.dialect.version === dialect.version);
      const address = parseAddress(url, complete);
      if (!form) throw new LocalError("UNSUPPORTED", `protocol ${dialect.version} has no gRPC`);
      if (!address) throw new LocalError("BAD_RESPONSE", `the agent names an address that gRPC cannot call: ${url}`);
      return createGrpcTransport({ form, client: channelTo(address, maxResponseBytes), webUrl: address.url }, settings);
    },
  };
}
