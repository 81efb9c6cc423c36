import type { AgentCard } from "@a2a/core";

/** A card that names one address for gRPC. */
export function cardAt(url: string, protocolVersion = "1.0"): AgentCard {
  return {
    name: "Handmade",
    description: "",
    version: "1",
    supportedInterfaces: [{ url, protocolBinding: "GRPC", protocolVersion }],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}
