/** A path of the method table: `{name}` in it stands for a member of the params, `{name=tasks/*}` for one that is a path itself. */
export interface PathTemplate {
  /** Members of the params that the path says. */
  readonly names: readonly string[];
  /** How many characters of a path are given: of two templates that match, the one with more says more. */
  readonly literalLength: number;
  /**
   * Takes a path apart, percent-encoded as it came.
   *
   * @returns the members, decoded; undefined for another path, and for one that is not encoded as URLs are
   */
  match(path: string): Readonly<Record<string, string>> | undefined;
  /** Puts a path together; undefined where a member is missing or cannot stand in a path. */
  fill(params: Readonly<Record<string, unknown>>): string | undefined;
}

/** A parameter, with the path that it is where it is one. */
const parameter = /\{(\w+)(?:=([^}]*))?\}/g;

/**
 * Reads a template.
 *
 * @see A2A 1.0, section 11.3; google.api.http for the form with a path
 */
export function parseTemplate(text: string): PathTemplate {
  const parameters = [...text.matchAll(parameter)].map(([, name = "", inner = "*"]) => ({ name, inner }));
  const literals = text.split(/\{[^}]*\}/);
  const pattern = literals.map(escaped).reduce((before, after, at) => `${before}(${segmentsOf(parameters[at - 1]?.inner ?? "")})${after}`);
  const matcher = new RegExp(`^${pattern}$`);
  return {
    names: parameters.map(({ name }) => name),
    literalLength: [...literals, ...parameters.flatMap(({ inner }) => inner.split("*"))].join("").length,
    match(path) {
      const found = matcher.exec(path);
      if (!found) return undefined;
      try {
        return Object.fromEntries(parameters.map(({ name }, at) => [name, decodeURIComponent(found[at + 1] ?? "")]));
      } catch {
        return undefined;
      }
    },
    fill(params) {
      const values = parameters.map(({ name, inner }) => encoded(params[name], inner));
      if (values.includes(undefined)) return undefined;
      return literals.reduce((before, after, at) => `${before}${values[at - 1]}${after}`);
    },
  };
}

function segmentsOf(inner: string): string {
  return inner.split("*").map(escaped).join("[^/]+");
}

function escaped(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The value as it stands in a path. What URLs take for a step in the tree of paths stands in none. */
function encoded(value: unknown, inner: string): string | undefined {
  if (typeof value !== "string") return undefined;
  const segments = inner === "*" ? [value] : value.split("/");
  if (segments.length !== inner.split("/").length || segments.some((each) => /^\.{0,2}$/.test(each))) return undefined;
  return segments.map(encodeURIComponent).join("/");
}
