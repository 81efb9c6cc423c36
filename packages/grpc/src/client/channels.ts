import type { ChannelCredentials } from "@grpc/grpc-js";
import { Client, ChannelCredentials as Credentials } from "@grpc/grpc-js";
import type { Address } from "./address.js";
import type { CompleteGrpcClientOptions, GrpcClientTls } from "./options.js";

/** Finds the channel to an address. @param maxReceiveBytes longest message that is taken */
export type ChannelTo = (address: Address, maxReceiveBytes: number) => Client;

// A program that talks to ever new agents keeps no more than these. Who still has one that is dropped goes on with it; nobody closes it, but a channel
// that is not used for half an hour gives its connection back by itself.
const maxChannels = 256;

// How long a connection may take to answer that it lives.
const keepaliveTimeoutMs = 20_000;

// The client's own policy tells when to try again: a channel that would refuse to for longer would make it fail for nothing.
const [firstReconnectMs, maxReconnectMs] = [100, 5000];

/** Keeps one channel for each address. None of them keeps a program from ending: that is for calls. */
export function createChannels(options: CompleteGrpcClientOptions): ChannelTo {
  const channels = new Map<string, Client>();
  let encrypted: ChannelCredentials | undefined;

  function credentialsFor({ isEncrypted }: Address): ChannelCredentials {
    if (options.credentials) return options.credentials;
    if (!isEncrypted) return Credentials.createInsecure();
    // Connections are shared by those who have the same credentials, not such as are equal.
    encrypted ??= options.tls ? credentialsOf(options.tls) : trusting();
    return encrypted;
  }

  return (address, maxReceiveBytes) => {
    const key = `${address.target} ${address.isEncrypted} ${maxReceiveBytes}`;
    const known = channels.get(key);
    if (known) return known;
    const client = new Client(address.target, credentialsFor(address), {
      "grpc.max_receive_message_length": maxReceiveBytes,
      "grpc.keepalive_time_ms": options.keepaliveMs,
      "grpc.keepalive_timeout_ms": keepaliveTimeoutMs,
      "grpc.initial_reconnect_backoff_ms": firstReconnectMs,
      "grpc.max_reconnect_backoff_ms": maxReconnectMs,
      // What is asked again, and how often, is not for the agent's name server to say.
      "grpc.service_config_disable_resolution": 1,
      // Nobody asks for its statistics, and every call pays for them.
      "grpc.enable_channelz": 0,
      ...options.channel,
    });
    if (channels.size >= maxChannels) channels.clear();
    channels.set(key, client);
    return client;
  };
}

let usual: ChannelCredentials | undefined;

/** Trusts whom Node trusts. */
function trusting(): ChannelCredentials {
  usual ??= Credentials.createSsl();
  return usual;
}

function credentialsOf({ ca, cert, key }: GrpcClientTls): ChannelCredentials {
  const [authorities, secret, chain] = [ca, key, cert].map((each) => (each === undefined ? null : Buffer.from(each)));
  return Credentials.createSsl(authorities, secret, chain);
}
