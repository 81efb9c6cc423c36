/** A binding, as cards name it: A2A 1.0, section 4.4.6. */
export type BindingName = "JSONRPC" | "HTTP+JSON" | "GRPC";
