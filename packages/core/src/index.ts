// The public surface: the newest version's types and validators, and what people build, read and recognise with them.

export * from "#validators/v1.0";
export { fromBase64, toBase64 } from "./builders/base64.js";
export type { Content, MakeId, MessageOptions } from "./builders/message.js";
export { artifact, message, partsOf, textOf } from "./builders/message.js";
export type { PartOptions } from "./builders/part.js";
export { bytesOf, data, file, text } from "./builders/part.js";
export type { CardFinding, CardReport, CardRuleName } from "./card/card-finding.js";
export { lintCard } from "./card/lint-card.js";
export type { Loss } from "./dialect/loss.js";
export type { A2AErrorOptions, Violation } from "./errors/a2a-error.js";
export { A2AError, isA2AError } from "./errors/a2a-error.js";
export type { LocalErrorCode, LocalErrorOptions } from "./errors/local-error.js";
export { LocalError } from "./errors/local-error.js";
export type { ErrorName, RefinedErrorName } from "./generated/tables.js";
export * from "./generated/v1.0/types.js";
export type { Version } from "./generated/versions.js";
export { versions } from "./generated/versions.js";
export type { JsonLimits, ParsedJson } from "./json/parse-json.js";
export { parseJson } from "./json/parse-json.js";
export type { TaskEvent } from "./task/apply-event.js";
export { applyEvent, copyTask } from "./task/apply-event.js";
export { isInterrupted, isTerminal } from "./task/task-state.js";
export { validate } from "./validate/validate.js";
export type { Outcome, Problem, Validator } from "./validate/validator.js";
