import type { Version } from "@a2a/core";
import type { Endpoint } from "@a2a/server/internal";
import { assertPort, given } from "@a2a/server/internal";
import type { GrpcForm } from "./forms.js";
import { grpcForms } from "./forms.js";

/** How an agent is served over gRPC; everything has a default. */
export interface GrpcOptions {
  /** Default 4101; 0 takes a free one. */
  readonly port?: number;
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** Certificate and key in PEM; default: calls are not encrypted. */
  readonly tls?: GrpcTls;
  /**
   * Where callers reach it, written into the card: host and port. Default: those that it listens at, and where these are every address of the machine, the
   * host at which HTTP is called. Set it behind a proxy.
   */
  readonly url?: string;
  /** The protocol versions served; default: all of the agent's that have a gRPC binding. */
  readonly versions?: readonly Version[];
  /** Longest request message; default: the agent's `maxBodyBytes`. */
  readonly maxReceiveBytes?: number;
  /** How often a connection is asked whether it lives; default: the agent's `heartbeatMs`. */
  readonly keepaliveMs?: number;
  /** How long open calls may take when it closes; default 1000. */
  readonly graceMs?: number;
  /** Whether tools can ask what is served (`grpc.reflection.v1` and `v1alpha`); default true. */
  readonly reflection?: boolean;
  /** Whether it tells that it is well (`grpc.health.v1`); default true. */
  readonly health?: boolean;
}

/** How calls are encrypted. */
export interface GrpcTls {
  readonly cert: string | Uint8Array;
  readonly key: string | Uint8Array;
  /** The authorities whose certificates clients may have, in PEM; default: those that the system knows. */
  readonly ca?: string | Uint8Array;
  /** Whether clients have to have a certificate; default false. */
  readonly requireClientCertificate?: boolean;
}

/** Options with every default filled in. */
export type CompleteGrpcOptions = Required<Omit<GrpcOptions, "tls" | "url" | "versions">> &
  Pick<GrpcOptions, "tls" | "url"> & { readonly forms: readonly GrpcForm[] };

/**
 * Checks options and fills in the defaults.
 *
 * @throws TypeError for an option that cannot be meant
 */
export function completeGrpcOptions({ versions, ...options }: GrpcOptions, endpoint: Endpoint): CompleteGrpcOptions {
  const complete = {
    port: 4101,
    host: "127.0.0.1",
    maxReceiveBytes: endpoint.maxBodyBytes,
    keepaliveMs: endpoint.heartbeatMs,
    graceMs: 1000,
    reflection: true,
    health: true,
    ...given(options),
    forms: formsOf(endpoint, versions),
  };
  for (const name of ["maxReceiveBytes", "keepaliveMs", "graceMs"] as const) {
    if (!(complete[name] > 0 && complete[name] <= maxNumber)) {
      throw new TypeError(`${name} must be a number above 0 and up to ${maxNumber}: ${complete[name]}`);
    }
  }
  assertPort(complete.port);
  return complete;
}

// Timers and lengths of messages have 31 bits.
const maxNumber = 2 ** 31 - 1;

function formsOf({ dialects }: Endpoint, versions: readonly Version[] | undefined): readonly GrpcForm[] {
  const served = grpcForms.filter(({ dialect }) => dialects.some(({ version }) => version === dialect.version));
  const names = served.map(({ dialect }) => dialect.version);
  const unknown = versions?.find((version) => !names.includes(version));
  if (unknown !== undefined) throw new TypeError(`versions must be of ${names.join(", ")}, as the agent is served: ${unknown}`);
  const forms = versions ? served.filter(({ dialect }) => versions.includes(dialect.version)) : served;
  if (forms.length === 0) throw new TypeError("none of the versions that are served has a gRPC binding");
  return forms;
}
