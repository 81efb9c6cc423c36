import type { DescMessage } from "@bufbuild/protobuf";

/** How one operation is called over gRPC. */
export interface Rpc {
  /** Name of the rpc in the service. */
  readonly rpc: string;
  /** Other names that published documents give it: served, never called, and no part of the service's descriptor. */
  readonly aliases: readonly string[];
  readonly input: DescMessage;
  /** Of a streaming rpc, one item. */
  readonly output: DescMessage;
  readonly streaming: boolean;
}

/** Full name of a message to the JSON names of its members that are there in JSON even when they are empty. */
export type FilledMembers = Readonly<Record<string, readonly string[]>>;
