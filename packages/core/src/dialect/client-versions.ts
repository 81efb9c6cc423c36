import type { ClientVersion } from "./dialect.js";
import { versionV01 } from "./v0.1/load.js";
import { versionV03 } from "./v0.3/load.js";
import { versionV10 } from "./v1.0/load.js";

/** Every version that clients speak, newest first, but for previews. A page loads those that its agents speak or describe themselves in. */
export const clientVersions: readonly [ClientVersion, ...ClientVersion[]] = [versionV10, versionV03, versionV01];
