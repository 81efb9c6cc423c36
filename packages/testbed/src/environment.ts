import type { Version } from "@a2a/core";
import { versions } from "@a2a/core";
import { urlOf, webUrlOf } from "@a2a/core/internal";
import type { StoreAddress } from "@a2a/server/internal";
import { readStoreAddress, storeAddresses } from "@a2a/server/internal";
import type { ProfileName } from "./profiles.js";
import { profiles } from "./profiles.js";

/** How the testbed is served. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly publicUrl?: string;
  /** No gRPC where there is none. */
  readonly grpcPort?: number;
  readonly profile: ProfileName;
  /** Where not said: all but previews. */
  readonly versions?: readonly Version[];
  readonly pushAllow: readonly string[];
  readonly store: StoreAddress;
}

/** Settings, or the one line that says what is wrong with the environment. */
export type ReadSettings = { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly problem: string };

/** Variables as `process.env` has them; an empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks everything that the environment says. */
export function readEnvironment(environment: Environment): ReadSettings {
  const { PORT, HOST, PUBLIC_URL, GRPC_PORT, A2A_STORE, A2A_PUSH_ALLOW = "", A2A_VERSIONS = "", PROFILE } = environment;
  if (!isPort(PORT)) return { ok: false, problem: `PORT must be a number from 0 to 65535, not ${PORT}.` };
  if (!isPort(GRPC_PORT)) return { ok: false, problem: `GRPC_PORT must be a number from 0 to 65535, not ${GRPC_PORT}.` };
  if (PUBLIC_URL && !webUrlOf(PUBLIC_URL)) return { ok: false, problem: `PUBLIC_URL must be an http or https URL, not ${PUBLIC_URL}.` };
  const store = readStoreAddress(A2A_STORE || "memory");
  // Not what it says: an address may have a password.
  if (!store) return { ok: false, problem: `A2A_STORE must be ${storeAddresses}` };
  const profile = PROFILE || "default";
  if (!isProfileName(profile)) {
    return { ok: false, problem: `PROFILE must be one of ${Object.keys(profiles).join(", ")}, the profiles served today, not ${profile}.` };
  }
  const pushAllow = A2A_PUSH_ALLOW.split(",").flatMap((host) => host.trim() || []);
  const stray = pushAllow.find((host) => urlOf(`http://${host}/`)?.hostname !== host.toLowerCase());
  if (stray !== undefined)
    return { ok: false, problem: `A2A_PUSH_ALLOW must be host names without ports, separated by commas, not ${stray}.` };
  const named = A2A_VERSIONS.split(",").flatMap((version) => version.trim() || []);
  const served = versions.map(({ wire }) => wire).filter((version) => named.includes(version));
  if (served.length < new Set(named).size) {
    const all = versions.map(({ wire }) => wire).join(", ");
    return { ok: false, problem: `A2A_VERSIONS must be of ${all}, separated by commas, not ${A2A_VERSIONS}.` };
  }
  const settings = { port: Number(PORT || 4100), host: HOST || "127.0.0.1", profile, pushAllow, store };
  return {
    ok: true,
    settings: {
      ...settings,
      ...(PUBLIC_URL && { publicUrl: PUBLIC_URL }),
      ...(GRPC_PORT && { grpcPort: Number(GRPC_PORT) }),
      ...(served.length > 0 && { versions: served }),
    },
  };
}

/** Whether it is a port, or unset. */
function isPort(text = ""): boolean {
  return /^\d*$/.test(text) && Number(text) <= 65_535;
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name);
}
