import type { Client, ClientReadableStream, StatusObject } from "@grpc/grpc-js";
import type protobuf from "protobufjs";
import { loadProto } from "./load-proto.js";
import type { Answered, Sent } from "./raw-client.js";
import { answerOf, begin, rawClient } from "./raw-client.js";

/** How a call has ended for someone who reads its messages. */
export interface Ended extends Pick<Answered, "headers"> {
  readonly items: readonly Item[];
  readonly status: StatusObject;
}

/** A message as protobufjs tells it: members by the names in the `.proto` file. */
export type Item = Readonly<Record<string, unknown>>;

/** A client that knows of A2A what the generated `.proto` file says, by protobufjs. */
export interface Outsider {
  readonly client: Client;
  /** The path of an rpc. */
  path(rpc: string): string;
  encode(rpc: string, request: object): Uint8Array;
  decode(rpc: string, bytes: Uint8Array): Item;
  begin(rpc: string, request: object, sent?: Sent): ClientReadableStream<Buffer>;
  /** Calls, and waits for the end. */
  ask(rpc: string, request: object, sent?: Sent): Promise<Ended>;
}

/** Makes a client of a package; it is closed when the test is over. */
export function outsiderOf(name: string, address: string, client: Client = rawClient(address)): Outsider {
  const service = loadProto(name).lookupService(`${name}.A2AService`);
  // Other names of an rpc are in no file.
  const typesOf = (rpc: string): protobuf.Method => {
    const method = service.methods[rpc] ?? service.methods[`${rpc}Config`];
    if (!method) throw new TypeError(`no rpc ${rpc}`);
    return method.resolve() as protobuf.Method;
  };
  const outsider: Outsider = {
    client,
    path: (rpc) => `/${name}.A2AService/${rpc}`,
    encode(rpc, request) {
      const type = typesOf(rpc).resolvedRequestType;
      if (!type) throw new TypeError(`${rpc} has no request`);
      return type.encode(type.fromObject(request)).finish();
    },
    decode(rpc, bytes) {
      const type = typesOf(rpc).resolvedResponseType;
      if (!type) throw new TypeError(`${rpc} has no response`);
      return type.toObject(type.decode(bytes), { enums: String, bytes: String });
    },
    begin: (rpc, request, sent) => begin(client, outsider.path(rpc), outsider.encode(rpc, request), sent),
    async ask(rpc, request, sent) {
      const { messages, headers, status } = await answerOf(outsider.begin(rpc, request, sent));
      return { items: messages.map((bytes) => outsider.decode(rpc, bytes)), headers, status };
    },
  };
  return outsider;
}
