import type { ClientDialect } from "@a2a/core/internal";
import { clientV11, protoClientDialects } from "@a2a/core/internal/dialects";
import type { DescMessage } from "@bufbuild/protobuf";
import { descriptors } from "../binding.js";
import type { Codec } from "../codec/codec.js";
import { createCodecs } from "../codec/codec.js";
import type { Rpc } from "../rpc.js";

/** One version over gRPC, as a client speaks it. */
export interface GrpcClientForm {
  readonly dialect: ClientDialect;
  /** Full name of its service. */
  readonly service: string;
  /** The rpc of each operation that the version has. */
  readonly rpcs: Readonly<Partial<Record<string, Rpc>>>;
  codecOf(message: DescMessage): Codec;
}

/** The versions that have a gRPC binding, newest first, those in preview last. */
export const grpcClientForms: readonly GrpcClientForm[] = [...protoClientDialects, clientV11].flatMap((dialect): GrpcClientForm[] => {
  const described = descriptors[dialect.version];
  if (!described) return [];
  const { service, rpcs, filledMembers } = described;
  return [{ dialect, service: service.typeName, rpcs, codecOf: createCodecs(filledMembers) }];
});
