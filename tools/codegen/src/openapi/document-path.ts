/** A path as OpenAPI writes it. */
export interface DocumentedPath {
  readonly path: string;
  readonly parameters: readonly PathParameter[];
}

/** A parameter of a path. */
export interface PathParameter {
  readonly name: string;
  /** The member of the params that it fills, alone or together with others. */
  readonly member: string;
  /** What the member is made of where it is a resource name, as google.api.http writes it: `tasks/*`. */
  readonly template?: string;
}

/**
 * The path of a route for OpenAPI, where a parameter is one segment: `{name=tasks/*}` becomes `tasks/{taskId}`, because its value would have a
 * slash. What such an identifier is called comes from the collection before it.
 */
export function documentPath(route: string): DocumentedPath {
  const parameters: PathParameter[] = [];
  const path = route.replaceAll(/\{(\w+)(?:=([^}]*))?\}/g, (_whole, member: string, template: string | undefined) => {
    if (template === undefined) {
      parameters.push({ name: member, member });
      return `{${member}}`;
    }
    return template.replaceAll(/([^/]+)\/\*/g, (_pair, collection: string) => {
      const name = `${collection.replace(/s$/, "")}Id`;
      parameters.push({ name, member, template });
      return `${collection}/{${name}}`;
    });
  });
  return { path, parameters };
}
