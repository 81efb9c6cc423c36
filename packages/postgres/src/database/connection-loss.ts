// Connection exceptions; what a server says that stops or starts, or has room for no more; that it is a standby for now; and that one of two that
// wait for each other had to give way. What was asked for may be asked for again.
const passing = /^(?:08...|57P0[123]|53300|25006|40001|40P01)$/;
const network = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
  "EHOSTUNREACH",
]);
// What pg says without a code.
const said =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying|Query read timeout)/;

/** Whether a query failed because the server could not be reached, so that it may be tried again. What became of it is not known. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  return passing.test(code) || network.has(code) || said.test(error.message);
}
