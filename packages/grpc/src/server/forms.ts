import type { Dialect } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal";
import type { MakeWire, StreamItem } from "@a2a/server/internal";
import { shareWire } from "@a2a/server/internal";
import type { DescFile, DescMessage, DescService } from "@bufbuild/protobuf";
import type { Codec } from "../codec/codec.js";
import { createCodecs } from "../codec/codec.js";
import * as v10 from "../generated/v1.0/descriptors.js";
import type { FilledMembers, Rpc } from "../rpc.js";

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

const [newest] = dialects;

/** The versions that have a gRPC binding, newest first. */
export const grpcForms: readonly GrpcForm[] = [createForm(newest, v10)];

interface Descriptors {
  readonly file: DescFile;
  readonly service: DescService;
  readonly rpcs: GrpcForm["rpcs"];
  readonly filledMembers: FilledMembers;
}

function createForm(dialect: Dialect, { file, service, rpcs, filledMembers }: Descriptors): GrpcForm {
  const codecOf = createCodecs(filledMembers);
  const output = Object.values(rpcs).find((rpc) => rpc?.streaming)?.output;
  if (!output) throw new TypeError(`${service.typeName} has no stream`);
  const codec = codecOf(output);
  const make: MakeWire<Buffer> = (spoken, { event, place }) => spoken.encodeEvent(event, place).map((each) => codec.encode(each));
  const share = shareWire(make);
  const encodeEvent: GrpcForm["encodeEvent"] = (item, isShared) => (isShared ? share : make)(dialect, item);
  return { dialect, file, service: service.typeName, rpcs, codecOf, encodeEvent };
}
