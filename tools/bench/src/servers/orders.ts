/** What a measured server can be asked by the process that started it. */
export type Order = "cpu" | "memory";

/** What a measured server says: first its port, then an answer to each order. */
export interface ServerReport {
  readonly port?: number;
  /** CPU time of the whole process so far, garbage collection included. */
  readonly cpuMicros?: number;
  /** Resident memory after a full garbage collection. */
  readonly rssBytes?: number;
}

/** The servers that are compared. */
export const serverNames = ["ours", "official", "floor"] as const;

/** What is compared of another binding: ours and the official SDK's over it, ours over JSON-RPC, and what the binding alone takes. */
export const bindingNames = ["ours", "official", "jsonrpc", "floor"] as const;

/** What is compared of a durable store: ours and the official SDK's with it, and ours in memory. */
export const storeNames = ["ours", "memory", "official"] as const;

export type ServerName = (typeof serverNames)[number] | (typeof bindingNames)[number] | (typeof storeNames)[number];

/** The modules of this folder that are servers. */
export const serverModules = [
  ...["ours", "official", "floor"],
  ...["ours-grpc", "official-grpc", "floor-grpc"],
  ...["ours-stored", "official-stored", "lists", "official-lists"],
] as const;
export type ServerModule = (typeof serverModules)[number];
