// The testbed in process: `createTestbed()` is served by any handler of @a2a/server.

export type { Testbed, TestbedOptions } from "./agent.js";
export { createTestbed } from "./agent.js";
export type { ProfileName } from "./profiles.js";
