import { isObject, unreachable } from "@a2a/core/internal";
import type { DescFile } from "@bufbuild/protobuf";
import { toBinary } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { handleBidiStreamingCall, Server } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import { createCodecs } from "../codec/codec.js";
import { messageIn } from "../standard/describe.js";
import { reflectionFiles } from "../standard/reflection-messages.js";
import { refused } from "../standard/refused.js";
import { same } from "./add-agent.js";

/**
 * Lets tools ask what is served, and how it is described.
 *
 * @param served the files whose services are served
 * @see https://github.com/grpc/grpc/blob/master/doc/server-reflection.md
 */
export function addReflection(server: Server, served: readonly DescFile[]): void {
  const codecOf = createCodecs({});
  const described = describe([...served, ...reflectionFiles]);
  for (const file of reflectionFiles) {
    const request = codecOf(messageIn(file, "ServerReflectionRequest"));
    const response = codecOf(messageIn(file, "ServerReflectionResponse"));
    const answer: handleBidiStreamingCall<Buffer, Buffer> = (call) => {
      const take = (bytes: Buffer): void => {
        const read = request.decode(bytes);
        if (!read.ok || !isObject(read.value)) {
          // An answer to what comes behind it would stand in the way of the status.
          call.off("data", take);
          call.emit("error", refused("INVALID_ARGUMENT", `not a ${request.typeName}`));
          return;
        }
        const { value } = read;
        const hasRoom = call.write(response.encode({ validHost: value.host, originalRequest: value, ...answerTo(value, described) }));
        // Whoever asks but does not read is not answered for ever.
        if (!hasRoom) call.pause().once("drain", () => call.resume());
      };
      call.on("data", take).once("end", () => call.end());
    };
    server.register(`/${file.services[0]?.typeName}/ServerReflectionInfo`, answer, same, same, "bidi");
  }
}

interface DescribedFiles {
  readonly services: readonly string[];
  /** By their names. */
  readonly files: ReadonlyMap<string, DescFile>;
  /** By the full names of what they describe. */
  readonly bySymbol: ReadonlyMap<string, DescFile>;
}

function describe(served: readonly DescFile[]): DescribedFiles {
  const files = new Map<string, DescFile>();
  const add = (file: DescFile): void => {
    files.set(file.proto.name, file);
    file.dependencies.forEach(add);
  };
  served.forEach(add);
  const bySymbol = new Map([...files.values()].flatMap((file) => symbolsOf(file).map((symbol): [string, DescFile] => [symbol, file])));
  return { services: served.flatMap(({ services }) => services.map(({ typeName }) => typeName)), files, bySymbol };
}

function symbolsOf(file: DescFile): string[] {
  return [...nestedTypes(file)].flatMap((type) => {
    switch (type.kind) {
      case "message":
        return [type.typeName, ...[...type.fields, ...type.oneofs].map(({ name }) => `${type.typeName}.${name}`)];
      case "service":
        return [type.typeName, ...type.methods.map(({ name }) => `${type.typeName}.${name}`)];
      case "enum":
        // Values are named beside their enum, not below it.
        return [type.typeName, ...type.values.map(({ name }) => `${type.typeName.replace(/[^.]*$/, "")}${name}`)];
      case "extension":
        return [type.typeName];
      default:
        return unreachable(type);
    }
  });
}

type Request = Readonly<Record<string, unknown>>;

function answerTo({ fileByFilename, fileContainingSymbol, listServices, ...others }: Request, known: DescribedFiles): object {
  const { services, files, bySymbol } = known;
  if (listServices !== undefined) return { listServicesResponse: { service: services.map((name) => ({ name })) } };
  if (fileByFilename !== undefined) return fileResponse(files.get(String(fileByFilename)), "no such file");
  if (fileContainingSymbol !== undefined) return fileResponse(bySymbol.get(String(fileContainingSymbol)), "no such symbol");
  const isKnown = bySymbol.has(String(others.allExtensionNumbersOfType));
  if (isKnown) return { allExtensionNumbersResponse: { baseTypeName: others.allExtensionNumbersOfType } };
  return failure("NOT_FOUND", "nothing that is served has extensions");
}

/** A file with all that it imports, so that one answer is enough. */
function fileResponse(file: DescFile | undefined, detail: string): object {
  if (!file) return failure("NOT_FOUND", detail);
  const all = new Set<DescFile>();
  const add = (each: DescFile): void => {
    all.add(each);
    each.dependencies.forEach(add);
  };
  add(file);
  const protos = [...all].map(({ proto }) => Buffer.from(toBinary(FileDescriptorProtoSchema, proto)).toString("base64"));
  return { fileDescriptorResponse: { fileDescriptorProto: protos } };
}

function failure(name: "NOT_FOUND", errorMessage: string): object {
  return { errorResponse: { errorCode: status[name], errorMessage } };
}
