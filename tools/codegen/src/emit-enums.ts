import type { Definitions } from "./schema-model.js";

/** The `enums.ts` of one version: protobuf number to value of every enum that has numbers. */
export function emitEnums(definitions: Definitions): string {
  const tables = Object.entries(definitions).flatMap(([name, { enum: values, "x-proto": numbers }]) => {
    if (!values || typeof numbers !== "object" || numbers === null) return [];
    const rows = Object.entries(numbers).flatMap(([value, number]) => (values.includes(value) ? [[number, value]] : []));
    return [
      `/** Protobuf number to value of {@link T.${name}}. */
export const numbersOf${name}: Readonly<Record<number, T.${name}>> = ${JSON.stringify(Object.fromEntries(rows))};`,
    ];
  });
  return tables.length > 0 ? `import type * as T from "./types.js";\n\n${tables.join("\n\n")}\n` : "export {};\n";
}
