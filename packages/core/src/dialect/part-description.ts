import type { Part, Struct } from "../generated/v1.0/types.js";
import { keyOf, withoutKeys } from "./carried.js";

// What older versions take a text or data part to be unless its metadata says otherwise.
export const textType = "text/plain";
export const dataType = "application/json";

/** Media type and name of a part, as keys for its metadata: where the version has no member for them and they do not go without saying. */
export function describe({ mediaType, filename }: Part, impliedType: string): Struct {
  return { ...(mediaType !== undefined && mediaType !== impliedType && { mediaType }), ...(filename !== undefined && { filename }) };
}

/** Media type and name as a part's metadata has them, and the rest of it, as members to spread. */
export function decodeDescription(metadata: Struct | undefined): Pick<Part, "mediaType" | "filename" | "metadata"> {
  if (!metadata) return {};
  // Beside a schema, the media type is that of an answer that is asked for (0.1, section 9.6; 0.3, section 9.7), not of this part.
  if (Object.hasOwn(metadata, "schema")) return { metadata };
  const mediaType = keyOf(metadata, "mediaType");
  const filename = keyOf(metadata, "filename");
  const restored = {
    ...(typeof mediaType === "string" && { mediaType }),
    ...(typeof filename === "string" && { filename }),
  };
  return { ...restored, ...withoutKeys(metadata, Object.keys(restored)) };
}
