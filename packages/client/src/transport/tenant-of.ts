import type { Transport } from "./transport.js";

/** What every request to an interface says. */
export function tenantOf({ tenant }: Transport): { tenant?: string } {
  return tenant === undefined ? {} : { tenant };
}
