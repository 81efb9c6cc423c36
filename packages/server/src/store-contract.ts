// What every store does, as cases for the tests of one. Needs fast-check.

export type { StoreCase, StoreContractOptions } from "./store-contract/store-contract.js";
export { storeContract } from "./store-contract/store-contract.js";
export type { Instances, StorePlace } from "./store-contract/world.js";
