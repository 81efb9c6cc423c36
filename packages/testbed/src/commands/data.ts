import { data as dataPart } from "@a2a/core";
import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `data`: an artifact with the message's data parts, or with `{"ok":true}` where it has none. */
export const data: Command = {
  takes: "nothing",
  async run({ turn }) {
    const sent = turn.message.parts.filter((part) => part.data !== undefined);
    return namedArtifact("data", sent.length > 0 ? sent : dataPart({ ok: true }));
  },
};
