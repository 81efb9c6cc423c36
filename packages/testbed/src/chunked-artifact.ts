import type { Yield } from "@a2a/server";
import { wait } from "./wait.js";

/** Which chunks an artifact comes in. */
export interface Chunks {
  readonly count: number;
  /** Waited between two chunks; default 0. */
  readonly delayMs?: number;
  readonly signal: AbortSignal;
  textOf(at: number): string;
}

/** An artifact in chunks of text: the first replaces, the rest append, the last is marked. */
export async function* chunkedArtifact(name: string, { count, delayMs = 0, signal, textOf }: Chunks): AsyncGenerator<Yield, void> {
  for (let at = 0; at < count; at += 1) {
    if (delayMs > 0 && at > 0) await wait(delayMs, signal);
    signal.throwIfAborted();
    const parts = textOf(at);
    const artifact = at === 0 ? { artifactId: name, name, parts } : { artifactId: name, parts };
    yield { artifact, append: at > 0, lastChunk: at === count - 1 };
  }
}
