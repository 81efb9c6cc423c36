import { message as messageOf } from "@a2a/core";
import type { Command } from "../behavior.js";

/** `message T`: a direct reply with T instead of a task. */
export const message: Command = {
  takes: "words",
  reportsWorking: false,
  async run({ words }) {
    return messageOf(words);
  },
};
