import type { Cell, Cells, Row } from "../rows/row.js";
import type { ServerName } from "../servers/orders.js";
import { judge, short } from "./judge.js";

/** A row with what was measured. */
export interface Measured {
  readonly row: Omit<Row, "measure">;
  readonly cells: Cells;
}

/** The measurements as a table in Markdown, with the notes below it. */
export function formatTable(measured: readonly Measured[], names: readonly ServerName[]): string {
  const lines = measured.map(({ row, cells }) => {
    const verdicts = judge(cells, row.targets).map(({ found, isMet, target }) =>
      target === undefined ? found : `${found} (${target}: ${isMet ? "met" : "missed"})`,
    );
    return [`${row.what}, ${row.unit}`, ...names.map((name) => formatCell(cells[name])), verdicts.join("; ")];
  });
  const notes = measured.flatMap(({ row }) => (row.note === undefined ? [] : [`- ${row.what}: ${row.note}.`]));
  const table = [["", ...names, "ours beside them"], ["---", ...names.map(() => "---:"), "---"], ...lines].map(formatLine);
  return [...table, "", ...notes].join("\n").trimEnd();
}

/** A row as it is told while the others are being measured. */
export function formatLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function formatCell(cell: Cell | undefined): string {
  if (!cell) return "-";
  if (cell.from !== undefined) return `${short(cell.value)} (${cell.from})`;
  return cell.cpuMicros === undefined ? short(cell.value) : `${short(cell.value)} (${short(cell.cpuMicros)} µs)`;
}
