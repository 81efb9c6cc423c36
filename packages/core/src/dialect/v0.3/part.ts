import type * as Wire from "../../generated/v0.3/types.js";
import type { DataPart, Part } from "../../generated/v1.0/types.js";
import { unreachable } from "../../unreachable.js";
import { compatKey, isObject, keyOf, withKeys, withoutKeys, wrappedKey } from "../carried.js";
import { toPadded } from "../padded-base64.js";
import { dataType, decodeDescription, describe, textType } from "../part-description.js";

/**
 * Writes a part. What 0.3 has no member for goes into the part's metadata.
 *
 * @see A2A 0.3, section 6.5
 */
export function encodePart(part: Part): Wire.Part {
  if (part.text !== undefined) return { kind: "text", text: part.text, ...withKeys(part.metadata, describe(part, textType)) };
  if (part.raw !== undefined) return encodeFile(part, { bytes: toPadded(part.raw) });
  if (part.url !== undefined) return part.url === "" ? encodeReference(part) : encodeFile(part, { uri: part.url });
  return encodeData(part);
}

/**
 * Reads a part.
 *
 * @see A2A 0.3, section 6.5
 */
export function decodePart(wire: Wire.Part): Part {
  switch (wire.kind) {
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

function encodeFile({ filename, mediaType, metadata }: Part, content: { bytes: string } | { uri: string }): Wire.FilePart {
  const file = { ...(filename !== undefined && { name: filename }), ...(mediaType !== undefined && { mimeType: mediaType }), ...content };
  return { kind: "file", file, ...(metadata && { metadata }) };
}

/** A file without an address, which 0.3 cannot say: data that names it, as for a file of 0.1 that is only named. */
function encodeReference({ filename, mediaType, metadata }: Part): Wire.DataPart {
  const data = { ...(filename !== undefined && { name: filename }), ...(mediaType !== undefined && { mimeType: mediaType }) };
  return { kind: "data", data, ...withKeys(metadata, { [compatKey]: "file-reference" }) };
}

function decodeFile({ file: { name, mimeType, bytes, uri }, metadata }: Wire.FilePart): Part {
  const rest = {
    ...(name !== undefined && { filename: name }),
    ...(mimeType !== undefined && { mediaType: mimeType }),
    ...(metadata && { metadata }),
  };
  return bytes === undefined ? { url: uri, ...rest } : { raw: toPadded(bytes), ...rest };
}

function encodeData(part: DataPart): Wire.DataPart {
  const added = describe(part, dataType);
  if (isObject(part.data)) return { kind: "data", data: part.data, ...withKeys(part.metadata, added) };
  return { kind: "data", data: { value: part.data }, ...withKeys(part.metadata, { ...added, [wrappedKey]: true }) };
}

function decodeData({ data, metadata }: Wire.DataPart): DataPart {
  const isWrapped = keyOf(metadata, wrappedKey) === true && Object.keys(data).join() === "value";
  if (!isWrapped) return { data, ...decodeDescription(metadata) };
  return { data: data.value, ...decodeDescription(withoutKeys(metadata, [wrappedKey]).metadata) };
}
