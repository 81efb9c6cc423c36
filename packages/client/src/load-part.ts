import type { ClientDialect, ClientVersion } from "@a2a/core/internal";
import { LocalError } from "@a2a/core/internal";

/**
 * Loads a part of this client that not every page needs. In a page it comes over the network, and may not come.
 *
 * @param what completes "the part of this client that"
 * @throws LocalError `NETWORK`
 */
export async function loadPart<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new LocalError("NETWORK", `the part of this client that ${what} cannot be loaded`, { cause });
  }
}

/** Loads what speaks a version. @throws LocalError `NETWORK` */
export function loadVersion({ version, load }: ClientVersion): Promise<ClientDialect> {
  return loadPart(`speaks protocol ${version}`, load);
}
