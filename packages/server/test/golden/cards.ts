import type { Scene } from "./scene.js";

const paths = ["/.well-known/agent-card.json", "/.well-known/agent.json"];
const hints = [undefined, "1.0", "0.3", "0.2", "0.1"];

/** The card at every path, for clients of every version and for those that do not say theirs. */
export const cards: Scene = {
  name: "cards",
  version: "1.0",
  steps: paths.flatMap((path) =>
    hints.map((hint) => ({ what: `the card${hint ? ` for ${hint}` : ""}`, path, headers: { ...(hint && { "a2a-version": hint }) } })),
  ),
};
