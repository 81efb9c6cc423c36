import type { Message } from "@a2a/core";
import type { Turn } from "@a2a/server";
import type { Behavior, Command, Order } from "./behavior.js";
import { commandTable } from "./commands/command-table.js";
import { echo } from "./commands/echo.js";
import { scenarioTable } from "./scenarios/scenario-table.js";

/** What to do with a turn, and what the message says about it. */
export type Choice = { readonly behavior: Behavior } & Pick<Order, "words" | "numbers" | "isFollowUp">;

/**
 * Tells what a turn asks for. A prefix of the conformance suites counts in every message, because their follow-ups name one of their own; else
 * the message that started the task decides.
 */
export function chooseBehavior({ message, task: { history = [] } }: Pick<Turn, "message" | "task">): Choice {
  const own = scenarioOf(message);
  if (own) return { behavior: own, words: "", numbers: [], isFollowUp: false };
  const [opening = message] = history;
  const isFollowUp = history.length > 1;
  const begun = isFollowUp ? scenarioOf(opening) : undefined;
  if (begun) return { behavior: begun, words: "", numbers: [], isFollowUp };
  return { ...commandOf(firstText(opening)), isFollowUp };
}

function scenarioOf(message: Message): Behavior | undefined {
  const text = firstText(message).trimStart();
  return scenarioTable.find(([prefix]) => text.startsWith(prefix) || message.messageId.startsWith(prefix))?.[1];
}

function commandOf(text: string): Omit<Choice, "isFollowUp"> {
  const [, word = "", words = ""] = /^(\S*)\s?(.*)$/s.exec(text) ?? [];
  const behavior = commandTable.get(word);
  const numbers = behavior && readNumbers(behavior, words);
  return behavior && numbers ? { behavior, words, numbers } : { behavior: echo, words: "", numbers: [] };
}

/** The numbers behind a command's word; undefined where what stands there does not fit the command. */
function readNumbers({ takes }: Command, words: string): readonly number[] | undefined {
  if (takes === "words") return [];
  const found = words.split(/\s+/).filter((each) => each !== "");
  if (takes === "nothing") return found.length === 0 ? [] : undefined;
  const isFitting = found.length >= takes.least && found.length <= takes.most;
  return isFitting && found.every((each) => /^\d{1,9}$/.test(each)) ? found.map(Number) : undefined;
}

function firstText({ parts }: Message): string {
  return parts.find((part) => part.text !== undefined)?.text ?? "";
}
