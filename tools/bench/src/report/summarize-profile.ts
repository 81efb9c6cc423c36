/** What is needed of a CPU profile as V8 writes it. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Lists the functions in which most time was spent, by their own share; `bundle` is the file that was profiled. */
export function summarizeProfile({ nodes, samples, timeDeltas }: CpuProfile, bundle: string, most = 40): string[] {
  const sourceAt = sourcesOf(bundle);
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame, sourceAt)]));
  const spent = new Map<string, number>();
  samples.forEach((id, at) => {
    const place = places.get(id) ?? "";
    spent.set(place, (spent.get(place) ?? 0) + (timeDeltas[at] ?? 0));
  });
  spent.delete("(idle)");
  spent.delete("(program)");
  const total = [...spent.values()].reduce((sum, micros) => sum + micros, 0);
  const sorted = [...spent].sort(([, one], [, other]) => other - one).slice(0, most);
  return sorted.map(([place, micros]) => `${((100 * micros) / total).toFixed(1).padStart(5)} %  ${place}`);
}

function placeOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"], sourceAt: SourceAt): string {
  const name = functionName || "(anonymous)";
  if (url === "") return name;
  return url.startsWith("node:") ? `${name}  ${url}:${lineNumber + 1}` : `${name}  ${sourceAt(lineNumber)}`;
}

type SourceAt = (line: number) => string;

/** A bundle names each file above what it took from it. */
function sourcesOf(bundle: string): SourceAt {
  const lines = bundle.split("\n");
  return (line) => {
    for (let at = line; at >= 0; at -= 1) {
      const source = /^\/\/ (\S+\.(?:ts|js|mjs))$/.exec(lines[at] ?? "")?.[1];
      if (source !== undefined) return `${source} (+${line - at})`;
    }
    return `line ${line + 1}`;
  };
}
