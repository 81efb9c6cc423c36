// The versions beside the newest for @a2a/client; no promise is made to anyone else. A door of its own: a bundler may make files of all that is imported
// behind one, also where nobody asks for it.

export { clientVersions } from "./dialect/client-versions.js";
export { versionV11 } from "./dialect/v1.1/load.js";
