import { data, file, message, text } from "@a2a/core";
import type { Agent, Turn, Yield } from "@a2a/server";
import { defineAgent } from "@a2a/server";
import { analyze } from "./analyst/analyze.js";
import { findColumn } from "./analyst/find-column.js";
import { TableProblem } from "./analyst/parse-table.js";
import type { Column, Table } from "./analyst/table.js";
import { findTable } from "./find-table.js";
import { shapeAnswer } from "./shape-answer.js";

/** An agent that describes a column of a CSV file: in sentences while it works, then as data and as a chart. It needs no model. */
export const dataAnalyst: Agent = defineAgent({
  card: {
    name: "Data analyst",
    description: "Describes a column of a CSV file in sentences, as data and as a chart.",
    version: "1.0.0",
    defaultInputModes: ["text/plain", "text/csv"],
    defaultOutputModes: ["text/plain", "application/json", "image/svg+xml"],
    skills: [
      {
        id: "describe-column",
        name: "Describe a column",
        description: "Statistics, seasons and a chart of one column; asks back which column is meant.",
        tags: ["csv", "statistics", "chart"],
        examples: ["What was the maximum temperature?"],
      },
    ],
  },

  async *run(turn) {
    try {
      yield* answer(turn);
    } catch (error) {
      if (!(error instanceof TableProblem)) throw error;
      yield { state: "TASK_STATE_FAILED", message: error.message };
    }
  },
});

function* answer(turn: Turn): Generator<Yield, void> {
  const table = findTable([...(turn.task.history ?? []), turn.message]);
  if (!table) {
    yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Which table is it about? Send a CSV file." };
    return;
  }
  const found = findColumn(table.columns, turn.text);
  if (found.match === "one") return yield* describe(turn, table, found.column);
  yield `The table has ${table.rowCount} rows and ${table.columns.length} columns.\n`;
  yield { state: "TASK_STATE_INPUT_REQUIRED", message: question(table, found.candidates) };
}

function* describe({ wanted, signal }: Turn, table: Table, column: Column): Generator<Yield, void> {
  const findings = analyze(table, column);
  let next = findings.next();
  for (; !next.done; next = findings.next()) {
    if (signal.aborted) return;
    yield `${next.value}\n`;
  }
  const { summary, chart } = next.value;
  const shaped = shapeAnswer(summary, wanted?.schema);
  if (!shaped.ok) {
    yield { state: "TASK_STATE_FAILED", message: shaped.sentence };
    return;
  }
  yield { artifact: { name: "answer", parts: data(shaped.answer) } };
  const svg = new TextEncoder().encode(chart.svg);
  yield { artifact: { name: "chart", parts: file(svg, { filename: chart.filename, mediaType: "image/svg+xml" }) } };
}

/** Asks back in words for people, and in data for programs. */
function question(table: Table, candidates: readonly string[]): ReturnType<typeof message> {
  const columns = table.columns.filter(({ name }) => candidates.includes(name)).map(({ name, kind }) => ({ name, kind }));
  return message([text(`Which column should I look at: ${candidates.join(", ")}?`), data({ columns })], { role: "ROLE_AGENT" });
}
