import type { ErrorName } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialects, errorsByGrpcStatus, grpcStatuses } from "@a2a/core/internal/dialects";
import type { StatusObject } from "@grpc/grpc-js";
import { Client, credentials, Metadata, status as statusCodes } from "@grpc/grpc-js";
import type { GrpcForm } from "../../../grpc/src/server/forms.js";
import { grpcForms } from "../../../grpc/src/server/forms.js";
import { detailsOf } from "../../../grpc/test/status-details.js";
import type { Answer, Road, Served, Subject, WireRequest } from "./road.js";
import { versionHeaderOf } from "./road.js";

/** gRPC in every version that has it, newest first. */
export const grpcSubjects: readonly Subject[] = grpcForms.map((form) => ({
  binding: "gRPC",
  dialect: form.dialect,
  statusOf: (code) => grpcStatuses[code],
  open: (served) => openRoad(served, form),
}));

function openRoad({ grpcPort }: Served, { dialect, service, rpcs, codecOf }: GrpcForm): Road {
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure());
  async function* ask({ operation, wire, headers }: WireRequest): AsyncGenerator<Answer, void> {
    const rpc = rpcs[operation];
    if (!rpc) throw new TypeError(`no rpc for ${operation}`);
    const bytes = codecOf(rpc.input).encode(wire);
    const metadata = metadataOf(dialect, headers);
    const call = client.makeServerStreamRequest(`/${service}/${rpc.rpc}`, same, same, bytes, metadata);
    const arrived: Answer[] = [];
    let wake: () => void = () => undefined;
    let last: StatusObject | undefined;
    let isOver = false;
    call.on("data", (message: Buffer) => {
      const parsed = codecOf(rpc.output).decode(message);
      arrived.push({ result: parsed.ok ? parsed.value : parsed });
      wake();
    });
    // The status says the same.
    call.on("error", () => undefined);
    call.on("status", (status: StatusObject) => {
      last = status;
    });
    call.on("end", () => {
      isOver = true;
      wake();
    });
    for (;;) {
      yield* arrived.splice(0);
      if (isOver) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (last?.code !== statusCodes.OK) yield { error: faultOf(last) };
  }
  return { ask, close: () => client.close() };
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

function metadataOf(dialect: Dialect, headers: WireRequest["headers"]): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries({ ...versionHeaderOf(dialect), ...headers })) metadata.set(name, value);
  return metadata;
}

/** The error by what the trailers say of it, else by the status alone. Every version says its errors as the newest does. */
function faultOf(status: StatusObject | undefined): { readonly code: ErrorName; readonly status: string } {
  if (!status) throw new TypeError("a call has ended without a status");
  const name = statusCodes[status.code] ?? "";
  const { details = [] } = detailsOf(status) ?? {};
  const isNamed = details.some((detail) => "reason" in detail);
  const code = isNamed ? dialects[0].decodeError({ code: 0, message: status.details, data: details }).code : byStatus[name];
  if (!code) throw new TypeError(`no error: ${name}`);
  return { code, status: name };
}

const byStatus: Readonly<Partial<Record<string, ErrorName>>> = errorsByGrpcStatus;
