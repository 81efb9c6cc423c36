import type * as Wire from "../../generated/v0.1/types.js";
import type { DataPart, Part } from "../../generated/v1.0/types.js";
import { unreachable } from "../../unreachable.js";
import { compatKey, isObject, keyOf, withKeys, withoutKeys, wrappedKey } from "../carried.js";
import { toPadded } from "../padded-base64.js";
import { dataType, decodeDescription, describe, textType } from "../part-description.js";

// Value of the metadata key `a2a_compat` on a data part that stands for a file without content and address.
const fileReference = "file-reference";

/**
 * Writes a part. What 0.1 has no member for goes into the part's metadata.
 *
 * @see A2A 0.1, section 6.5
 */
export function encodePart(part: Part): Wire.Part {
  if (part.text !== undefined) return { type: "text", text: part.text, ...withKeys(part.metadata, describe(part, textType)) };
  if (part.raw !== undefined) return encodeFile(part, { bytes: toPadded(part.raw) });
  // An empty address is none, and 0.1 forbids it.
  if (part.url !== undefined) return encodeFile(part, part.url === "" ? {} : { uri: part.url });
  return encodeData(part);
}

/**
 * Reads a part. A file without content and address, which later versions lack, becomes data that says so.
 *
 * @see A2A 0.1, section 6.5
 */
export function decodePart(wire: Wire.Part): Part {
  switch (wire.type) {
    case "text":
      return { text: wire.text, ...decodeDescription(wire.metadata) };
    case "file":
      return decodeFile(wire);
    case "data":
      return decodeData(wire);
    default:
      return unreachable(wire);
  }
}

function encodeFile({ filename, mediaType, metadata }: Part, content: Wire.FileContent): Wire.FilePart {
  const file = { ...(filename !== undefined && { name: filename }), ...(mediaType !== undefined && { mimeType: mediaType }), ...content };
  return { type: "file", file, ...(metadata && { metadata }) };
}

function decodeFile({ file, metadata }: Wire.FilePart): Part {
  const { name, mimeType, bytes = file.data ?? file.fileWithBytes, uri = file.fileWithUri } = file;
  const rest = metadata ? { metadata } : {};
  const described = { ...(name !== undefined && { filename: name }), ...(mimeType !== undefined && { mediaType: mimeType }) };
  if (bytes !== undefined) return { raw: toPadded(bytes), ...described, ...rest };
  if (uri !== undefined) return { url: uri, ...described, ...rest };
  const data = { ...(name !== undefined && { name }), ...(mimeType !== undefined && { mimeType }) };
  return { data, ...withKeys(metadata, { [compatKey]: fileReference }) };
}

function encodeData(part: DataPart): Wire.FilePart | Wire.DataPart {
  const { data, metadata } = part;
  if (isFileReference(part)) return { type: "file", file: { ...part.data }, ...withoutKeys(metadata, [compatKey]) };
  const added = describe(part, dataType);
  if (isObject(data)) return { type: "data", data, ...withKeys(metadata, added) };
  return { type: "data", data: { value: data }, ...withKeys(metadata, { ...added, [wrappedKey]: true }) };
}

function decodeData({ data, metadata }: Wire.DataPart): DataPart {
  const isWrapped = keyOf(metadata, wrappedKey) === true && isObject(data) && Object.keys(data).join() === "value";
  if (!isWrapped) return { data, ...decodeDescription(metadata) };
  return { data: data.value, ...decodeDescription(withoutKeys(metadata, [wrappedKey]).metadata) };
}

function isFileReference(part: DataPart): part is DataPart & { data: { name?: string; mimeType?: string } } {
  const { data, metadata } = part;
  if (keyOf(metadata, compatKey) !== fileReference || !isObject(data)) return false;
  return Object.entries(data).every(([key, value]) => ["name", "mimeType"].includes(key) && typeof value === "string");
}
