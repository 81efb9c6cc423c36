import type { Yield } from "@a2a/server";

/** Which chunks an artifact comes in. */
export interface Chunks {
  readonly count: number;
  /** Waited for between two chunks; default: nothing. */
  pause?(): Promise<void>;
  readonly signal: AbortSignal;
  textOf(at: number): string;
}

/** An artifact in chunks of text: the first replaces, the rest append, the last is marked. */
export async function* chunkedArtifact(name: string, { count, pause, signal, textOf }: Chunks): AsyncGenerator<Yield, void> {
  for (let at = 0; at < count; at += 1) {
    if (at > 0) await pause?.();
    signal.throwIfAborted();
    const parts = textOf(at);
    const artifact = at === 0 ? { artifactId: name, name, parts } : { artifactId: name, parts };
    yield { artifact, append: at > 0, lastChunk: at === count - 1 };
  }
}
