import type { ErrorName } from "@a2a/core";
import { A2AError } from "@a2a/core";
import { errorTable } from "@a2a/core/internal";

/**
 * The error that a status has before its text: so the official SDK for Python says them in 0.3, where other statuses than here stand for some.
 *
 * @returns undefined where there is none that the table knows
 */
export function namedInText(text: string): A2AError | undefined {
  const [, word = "", detail = ""] = /^([A-Za-z]+)Error: (.*)$/s.exec(text) ?? [];
  const reason = word.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
  const name = names.find((each) => each === `${word}Error`) ?? names.find((each) => errorTable[each].reason === reason);
  return name && new A2AError(name, detail);
}

// safe: the keys of the table are the names
const names = Object.keys(errorTable) as ErrorName[];
