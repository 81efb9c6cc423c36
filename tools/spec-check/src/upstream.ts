import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Difference } from "./compare-outlines.js";
import { nameOf } from "./compare-outlines.js";

/** An `UPSTREAM.json`: which published documents a folder restates. */
export interface UpstreamFile {
  readonly repository: string;
  readonly tag: string;
  readonly documents: readonly UpstreamDocument[];
}

export interface UpstreamDocument {
  readonly path: string;
  readonly sha256: string;
  /** Where our schema says something else on purpose. */
  readonly accepted?: readonly Acceptance[];
}

export interface Acceptance {
  /** As the report writes them: `missing FileBase`, `requiredness AgentCard.*`; a star stands for anything. */
  readonly differences: readonly string[];
  readonly because: string;
}

/** Reads what a folder of `schema/` restates. @throws TypeError where the file is not what its schema says */
export function readUpstream(schemaDirectory: string, folder: string): UpstreamFile {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(schemaDirectory, path), "utf8"));
  const ajv = new Ajv2020({ strict: false });
  const content = read(`${folder}/UPSTREAM.json`);
  const validate = ajv.compile<UpstreamFile>(read("meta/upstream.schema.json") as object); // safe: a schema is an object
  if (validate(content)) return content;
  const [{ instancePath = "", message = "" } = {}] = validate.errors ?? [];
  throw new TypeError(`schema/${folder}/UPSTREAM.json#${instancePath} ${message}`);
}

/** Differences with the reasons of those that are accepted, and acceptances of what is no difference any more. */
export interface Judgement {
  readonly open: readonly Difference[];
  readonly accepted: readonly { readonly because: string; readonly differences: readonly Difference[] }[];
  readonly unused: readonly string[];
}

/** Tells accepted differences from others. */
export function judge(differences: readonly Difference[], acceptances: readonly Acceptance[]): Judgement {
  const matches = (pattern: string, difference: Difference): boolean => {
    const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`).test(nameOf(difference));
  };
  const accepted = acceptances.map(({ because, differences: patterns }) => {
    return { because, differences: differences.filter((difference) => patterns.some((pattern) => matches(pattern, difference))) };
  });
  const known = new Set(accepted.flatMap((each) => each.differences));
  const patterns = acceptances.flatMap((each) => each.differences);
  return {
    open: differences.filter((difference) => !known.has(difference)),
    accepted,
    unused: patterns.filter((pattern) => !differences.some((difference) => matches(pattern, difference))),
  };
}
