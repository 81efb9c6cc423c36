import type { DescFile } from "@bufbuild/protobuf";
import { describeFile } from "./describe.js";

/** grpc/health/v1/health.proto: the gRPC health checking protocol. */
export const healthFile: DescFile = describeFile({
  path: "grpc/health/v1/health.proto",
  package: "grpc.health.v1",
  messages: {
    HealthCheckRequest: { service: [1, "string"] },
    HealthCheckResponse: { status: [1, "ServingStatus"] },
    HealthListRequest: {},
    HealthListResponse: { statuses: [1, "HealthCheckResponse", "map"] },
  },
  // The published file has it inside HealthCheckResponse, which its bytes do not tell.
  enums: { ServingStatus: { UNKNOWN: 0, SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 } },
  service: {
    name: "Health",
    rpcs: {
      Check: { input: "HealthCheckRequest", output: "HealthCheckResponse" },
      List: { input: "HealthListRequest", output: "HealthListResponse" },
      Watch: { input: "HealthCheckRequest", output: "HealthCheckResponse", streams: "out" },
    },
  },
});
