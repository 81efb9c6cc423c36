import type { Schema } from "../../codegen/src/schema-model.js";
import { refName } from "../../codegen/src/schema-model.js";
import type { Usage } from "./change.js";
import type { VersionFacts } from "./version-facts.js";

/** Where each type of a version stands. A type that no operation, card or webhook has is not in it. */
export function usageOf({ definitions, methods }: VersionFacts): ReadonlyMap<string, Usage> {
  const rows = Object.values(methods.methods ?? {});
  const told = [methods.card?.type, methods.push?.type].filter((name) => name !== undefined);
  const requests = reached(
    definitions,
    rows.map(({ params }) => params),
  );
  const answers = reached(definitions, [...rows.map(({ result }) => result), ...told]);
  return new Map(
    [...new Set([...requests, ...answers])].map((name) => [
      name,
      !answers.has(name) ? "requests" : requests.has(name) ? "both" : "answers",
    ]),
  );
}

function reached(definitions: VersionFacts["definitions"], names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (schema: Schema | undefined): void => {
    if (!schema) return;
    const { $ref, properties = {}, items, additionalProperties, oneOf = [], anyOf = [] } = schema;
    if ($ref !== undefined && !found.has(refName($ref))) {
      found.add(refName($ref));
      visit(definitions[refName($ref)]);
    }
    for (const inner of [...Object.values(properties), ...oneOf, ...anyOf]) visit(inner);
    visit(items);
    if (typeof additionalProperties === "object") visit(additionalProperties);
  };
  for (const name of names) visit({ $ref: `#/$defs/${name}` });
  return found;
}
