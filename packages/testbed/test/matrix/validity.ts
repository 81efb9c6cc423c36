// Whether what went over the wire is valid: params and results by the generated validators, whole JSON-RPC responses by the schema.

import { readFileSync } from "node:fs";
import type { Validator, Version } from "@a2a/core";
import { validate } from "@a2a/core";
import type { Operation } from "@a2a/core/internal";
import * as v01 from "@a2a/core/v0.1";
import * as v03 from "@a2a/core/v0.3";
import * as v10 from "@a2a/core/v1.0";
import * as v11 from "@a2a/core/v1.1";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as v03Proto from "../../../core/src/generated/v0.3-proto/methods.js";
import type { Exchange } from "./meaning.js";
import type { Answer, Subject } from "./road.js";

interface Generated {
  readonly params: Readonly<Partial<Record<Operation, Validator<unknown>>>>;
  readonly results: Readonly<Partial<Record<Operation, Validator<unknown>>>>;
}

const generated: Readonly<Record<Version, Generated>> = { "1.0": v10, "0.3": v03, "0.1": v01, "1.1": v11 };

/** What is wrong with an exchange. */
export function problemsOf({ operation, wire, answers }: Exchange, { dialect: { version }, binding }: Subject): string[] {
  const isProto = version === "0.3" && binding !== "JSON-RPC";
  const { params, results }: Generated = isProto ? v03Proto : generated[version];
  const [isParams, isResult] = [params[operation], results[operation]];
  if (!isParams || !isResult) return [`${operation} is nothing that ${version} has`];
  return [...problemOf(isParams, wire), ...answers.flatMap((answer) => problemsIn(answer, isResult, version))].map(
    (problem) => `${operation}: ${problem}`,
  );
}

function problemsIn({ result, error, envelope }: Answer, isResult: Validator<unknown>, version: Version): string[] {
  const found = error ? [] : problemOf(isResult, result);
  if (envelope === undefined) return found;
  const isResponse = responseOf(version);
  return isResponse(envelope) ? found : [...found, JSON.stringify(isResponse.errors)];
}

function problemOf(is: Validator<unknown>, value: unknown): string[] {
  const outcome = validate(is, value);
  return outcome.ok ? [] : [`${outcome.problem.pointer}: expected ${outcome.problem.expected}`];
}

const responses = new Map<Version, ValidateFunction>();

/** Nothing is generated for whole responses. */
function responseOf(version: Version): ValidateFunction {
  const known = responses.get(version);
  if (known) return known;
  const schema: { readonly $id: string } = JSON.parse(
    readFileSync(new URL(`../../../../schema/v${version}/schema.json`, import.meta.url), "utf8"),
  );
  const ajv = new Ajv2020({ strict: false, schemas: [schema], formats: { uri: true } });
  addFormats.default(ajv, ["date-time"]);
  const made = ajv.compile({ $ref: `${schema.$id}#/$defs/JSONRPCResponse` });
  responses.set(version, made);
  return made;
}
