import type { ChannelCredentials, ChannelOptions } from "@grpc/grpc-js";

/** How agents are called over gRPC; everything has a default. */
export interface GrpcClientOptions {
  /**
   * Whether calls to an address that does not say it, which is host and port alone, are not encrypted. Default false: they are, but for those that stay
   * on this machine. An address with a scheme says it: `https` and `grpcs` are encrypted, `http` and `grpc` are not.
   */
  readonly plaintext?: boolean;
  /** Whom calls that are encrypted trust, and what they prove. With it, so are those that stay on this machine. */
  readonly tls?: GrpcClientTls;
  /** How all calls are encrypted, whatever an address says; in place of `plaintext` and `tls`. */
  readonly credentials?: ChannelCredentials;
  /**
   * How often a connection with open calls is asked whether it lives. Default 330 000: many servers hang up on those who ask more often than every
   * five minutes. Those of `@a2a/grpc/server` do not.
   */
  readonly keepaliveMs?: number;
  /** Options of grpc-js for its channels; they stand before what is set here. */
  readonly channel?: ChannelOptions;
}

/** Certificates in PEM. */
export interface GrpcClientTls {
  /** The authorities that an agent's certificate may be of; default: those that Node knows. */
  readonly ca?: string | Uint8Array;
  /** What this client shows of itself to agents that ask for it. */
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
}

/** Options with every default filled in. */
export type CompleteGrpcClientOptions = Omit<GrpcClientOptions, "plaintext" | "keepaliveMs"> &
  Required<Pick<GrpcClientOptions, "plaintext" | "keepaliveMs">>;

// Timers have 31 bits.
const maxNumber = 2 ** 31 - 1;

/**
 * Checks options and fills in the defaults.
 *
 * @throws TypeError for options that cannot be meant
 */
export function completeGrpcClientOptions(options: GrpcClientOptions): CompleteGrpcClientOptions {
  const complete = { ...options, plaintext: options.plaintext ?? false, keepaliveMs: options.keepaliveMs ?? 330_000 };
  const { tls, credentials, plaintext, keepaliveMs } = complete;
  if (credentials && (tls || plaintext)) throw new TypeError("credentials stand in place of tls and plaintext");
  if (plaintext && tls) throw new TypeError("tls and plaintext exclude each other");
  if (tls && (tls.cert === undefined) !== (tls.key === undefined)) throw new TypeError("tls.cert and tls.key go together");
  if (!(keepaliveMs > 0 && keepaliveMs <= maxNumber)) {
    throw new TypeError(`keepaliveMs must be a number above 0 and up to ${maxNumber}: ${keepaliveMs}`);
  }
  return complete;
}
