interface Open {
  /** Names of the members so far, undefined in a list. */
  readonly names: Set<string> | undefined;
  /** The member or item that is being read. */
  step: string | number;
}

/** The pointer to a member that an object of a JSON text has twice, undefined where none does: JSON.parse would keep the last without a word. */
export function duplicateMember(text: string): string | undefined {
  const open: Open[] = [];
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const inner = open.at(-1);
    if (token === "{") open.push({ names: new Set(), step: "" });
    else if (token === "[") open.push({ names: undefined, step: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && typeof inner?.step === "number") inner.step += 1;
    else if (name !== undefined && inner?.names) {
      inner.step = String(JSON.parse(name));
      if (inner.names.has(inner.step)) return open.map(({ step }) => `/${step}`).join("");
      inner.names.add(inner.step);
    }
  }
  return undefined;
}
