import type { Dialect } from "@a2a/core/internal";
import { protoDialects } from "@a2a/core/internal/dialects";
import type { MakeWire, StreamItem } from "@a2a/server/internal";
import { shareWire } from "@a2a/server/internal";
import type { DescFile, DescMessage } from "@bufbuild/protobuf";
import type { Descriptors } from "../binding.js";
import { descriptors } from "../binding.js";
import type { Codec } from "../codec/codec.js";
import { createCodecs } from "../codec/codec.js";
import type { Rpc } from "../rpc.js";

/** One version over gRPC, as a server serves it. */
export interface GrpcForm {
  readonly dialect: Dialect;
  readonly file: DescFile;
  /** Full name of its service. */
  readonly service: string;
  /** The rpc of each operation that the version has. */
  readonly rpcs: Readonly<Partial<Record<string, Rpc>>>;
  codecOf(message: DescMessage): Codec;
  /**
   * The messages that an event of a stream is.
   *
   * @param isShared others read the event as well: its bytes are made once
   */
  encodeEvent(item: StreamItem, isShared: boolean): readonly Buffer[];
}

/** The versions that have a gRPC binding, newest first. */
export const grpcForms: readonly GrpcForm[] = protoDialects.flatMap((dialect) => {
  const described = descriptors[dialect.version];
  return described ? [createForm(dialect, described)] : [];
});

function createForm(dialect: Dialect, { file, service, rpcs, filledMembers }: Descriptors): GrpcForm {
  const codecOf = createCodecs(filledMembers);
  const output = Object.values(rpcs).find((rpc) => rpc?.streaming)?.output;
  if (!output) throw new TypeError(`${service.typeName} has no stream`);
  const codec = codecOf(output);
  const make: MakeWire<Buffer> = (spoken, { event, place, number }) =>
    spoken.encodeEvent(event, place, number).map((each) => codec.encode(each));
  const share = shareWire(make);
  const encodeEvent: GrpcForm["encodeEvent"] = (item, isShared) => (isShared ? share : make)(dialect, item);
  return { dialect, file, service: service.typeName, rpcs, codecOf, encodeEvent };
}
