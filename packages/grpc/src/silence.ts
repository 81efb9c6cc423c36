import { setLogger } from "@grpc/grpc-js";

/**
 * Has grpc-js log nothing, unless the environment asks it to: by itself it prints metadata that it refuses with their values, which may be credentials,
 * and those of any peer. Whoever sets a logger of their own later has it.
 */
export function silence(environment: Readonly<Record<string, string | undefined>>): void {
  if (isSilent || asking.some((name) => environment[name])) return;
  isSilent = true;
  setLogger({});
}

let isSilent = false;

// As grpc-js reads them.
const asking = ["GRPC_NODE_VERBOSITY", "GRPC_VERBOSITY", "GRPC_NODE_TRACE", "GRPC_TRACE"];
