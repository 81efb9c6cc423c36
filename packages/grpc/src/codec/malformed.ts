import type { ParsedJson } from "@a2a/core";

/** Thrown inside a decoder where bytes are no message; `fault` as `parseJson` says it of text. */
export class Malformed extends Error {
  override readonly name = "Malformed";
  readonly fault: Extract<ParsedJson, { ok: false }>["fault"];

  constructor(fault: Malformed["fault"], detail: string) {
    super(detail);
    this.fault = fault;
  }
}
