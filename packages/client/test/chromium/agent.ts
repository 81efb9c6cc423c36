import type { AgentDefinition } from "@a2a/server";

/** An agent that waits for what the page says it has seen. */
export interface StagedAgent {
  readonly definition: AgentDefinition;
  /** The page has that much of the text: the chunk after it follows. */
  see(text: string): void;
  /** Settles once a message `hold` is being worked on. */
  readonly holding: Promise<void>;
}

/** The answer to `chunks`. */
export const chunks: readonly string[] = ["one ", "two ", "three"];

/**
 * Makes the agent of one test: it answers `chunks` chunk by chunk, works on `hold` until it is stopped, and echoes everything else.
 *
 * @param onRun called when it begins to work on a message
 */
export function createStagedAgent(onRun: () => void): StagedAgent {
  const holding = createGate();
  const seen = new Map(chunks.map((chunk) => [chunk, createGate()]));
  return {
    holding: holding.passed,
    see(text) {
      for (const [chunk, { open }] of seen) if (text.includes(chunk)) open();
    },
    definition: {
      card: { name: "Staged" },
      async *run({ text, signal }) {
        onRun();
        const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
        if (text === "chunks") {
          for (const [chunk, { passed }] of seen) {
            yield chunk;
            await Promise.race([passed, stopped]);
          }
        } else if (text === "hold") {
          yield "held";
          holding.open();
          await stopped;
        } else yield `echo: ${text}`;
      },
    },
  };
}

function createGate(): { readonly passed: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
