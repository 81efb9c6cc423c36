import type { DescFile } from "@bufbuild/protobuf";
import { describeFile } from "./describe.js";

/** The server reflection protocol of gRPC. It is the same under both names; most tools ask by the older one first. */
export const reflectionFiles: readonly DescFile[] = ["v1", "v1alpha"].map((version) =>
  describeFile({
    path: `grpc/reflection/${version}/reflection.proto`,
    package: `grpc.reflection.${version}`,
    messages: {
      ServerReflectionRequest: {
        host: [1, "string"],
        file_by_filename: [3, "string", { oneof: "message_request" }],
        file_containing_symbol: [4, "string", { oneof: "message_request" }],
        file_containing_extension: [5, "ExtensionRequest", { oneof: "message_request" }],
        all_extension_numbers_of_type: [6, "string", { oneof: "message_request" }],
        list_services: [7, "string", { oneof: "message_request" }],
      },
      ExtensionRequest: { containing_type: [1, "string"], extension_number: [2, "int32"] },
      ServerReflectionResponse: {
        valid_host: [1, "string"],
        original_request: [2, "ServerReflectionRequest"],
        file_descriptor_response: [4, "FileDescriptorResponse", { oneof: "message_response" }],
        all_extension_numbers_response: [5, "ExtensionNumberResponse", { oneof: "message_response" }],
        list_services_response: [6, "ListServiceResponse", { oneof: "message_response" }],
        error_response: [7, "ErrorResponse", { oneof: "message_response" }],
      },
      FileDescriptorResponse: { file_descriptor_proto: [1, "bytes", "repeated"] },
      ExtensionNumberResponse: { base_type_name: [1, "string"], extension_number: [2, "int32", "repeated"] },
      ListServiceResponse: { service: [1, "ServiceResponse", "repeated"] },
      ServiceResponse: { name: [1, "string"] },
      ErrorResponse: { error_code: [1, "int32"], error_message: [2, "string"] },
    },
    service: {
      name: "ServerReflection",
      rpcs: { ServerReflectionInfo: { input: "ServerReflectionRequest", output: "ServerReflectionResponse", streams: "both" } },
    },
  }),
);
