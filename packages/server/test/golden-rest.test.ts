// What goes over HTTP+JSON in each version that has it, to the byte, as golden.test.ts has it for JSON-RPC. After a change that is meant:
// npx vitest run packages/server/test/golden-rest.test.ts -u

import { fileURLToPath } from "node:url";
import type { ErrorName } from "@a2a/core";
import { validate } from "@a2a/core";
import type { RestClientForm, RestForm } from "@a2a/core/internal/rest";
import { restClientForms, restForms } from "@a2a/core/internal/rest";
import { results } from "@a2a/core/v0.3";
import { describe, expect, test } from "vitest";
import type { Exchange, Played } from "./golden/play.js";
import { operationOf, play, routeOf } from "./golden/play.js";
import { restScenes } from "./golden/rest.js";
import type { RefusalName, Scene } from "./golden/scene.js";

/** Errors that no request can bring about, and why. */
const never: Readonly<Record<string, Partial<Record<ErrorName, string>>>> = {
  "0.3": { UnsupportedOperationError: "who subscribes to a task that is over is shown it: ruling C29" },
};

const played = new Map<Scene, Promise<Played>>();

/** Each scene is played once, whatever is asked of it. */
function playOnce(scene: Scene): Promise<Played> {
  const playing = played.get(scene) ?? play(scene);
  played.set(scene, playing);
  return playing;
}

describe.each(restForms.filter(({ dialect }) => !dialect.isPreview))("of $dialect.version", (form) => {
  const { dialect, table } = form;
  const scene = restScenes.find(({ version }) => version === dialect.version);
  const client = restClientForms.find((each) => each.dialect.version === dialect.version);
  if (!scene || !client) throw new TypeError(`${dialect.version} is not played`);

  test(`${scene.name} goes over the wire as its transcript has it`, async () => {
    const { transcript } = await playOnce(scene);
    await expect(transcript).toMatchFileSnapshot(fileURLToPath(new URL(`golden/${scene.name}.txt`, import.meta.url)));
  });

  test(`${scene.name} has an error where it says so and nowhere else, with the status of its table`, async () => {
    const { exchanges } = await playOnce(scene);
    expect(exchanges.map((each) => outcomeOf(each, client))).toEqual(exchanges.map((each) => expectedOf(each, form)));
  });

  test(`${scene.name} is read by clients of its version as it is`, async () => {
    const { exchanges } = await playOnce(scene);
    expect(exchanges.flatMap((each) => problemsOf(each, client))).toEqual([]);
  });

  for (const route of table.routes) {
    test(`there is a transcript of ${route.verb} ${table.prefix}${route.path}`, async () => {
      const { exchanges } = await playOnce(scene);
      expect(exchanges.filter(({ step, status }) => status === 200 && routeOf(step) === route)).not.toEqual([]);
    });
  }

  // safe: the keys of the table are the error names
  for (const name of Object.keys(dialect.errors) as ErrorName[]) {
    const reason = never[dialect.version]?.[name];
    test(`there is ${reason ? "no transcript" : "a transcript"} of ${name}`, async () => {
      const { exchanges } = await playOnce(scene);
      const found = exchanges.filter(({ step }) => (step.refusal ? dialect.refusals[step.refusal].error : step.error) === name);
      expect(found.length > 0).toBe(reason === undefined);
    });
  }

  // safe: the keys of the table are the names of refusals
  for (const name of Object.keys(dialect.refusals) as RefusalName[]) {
    test(`there is a transcript of a refusal: ${name}`, async () => {
      const { exchanges } = await playOnce(scene);
      expect(exchanges.filter(({ step }) => step.refusal === name)).not.toEqual([]);
    });
  }

  test("there is a transcript of a webhook that is told", async () => {
    const { told } = await playOnce(scene);
    expect(told).not.toEqual([]);
  });
});

interface Outcome {
  readonly what: string;
  readonly status: number;
  /** The code of JSON-RPC of the error that a client reads: several may be one to it. */
  readonly code: number | undefined;
  /** The error that the server tells of. */
  readonly name: ErrorName | undefined;
}

function outcomeOf(
  { step: { what, error: expected }, status, documents, report }: Exchange,
  { dialect, decodeError }: RestClientForm,
): Outcome {
  const error = status === 200 && !expected ? undefined : decodeError(status, documents.at(-1));
  return { what, status, code: error && codeOf(restFormOf(dialect.version), error.code), name: report?.error };
}

function expectedOf({ step, documents, report }: Exchange, form: RestForm): Outcome {
  const { what } = step;
  const refusal = step.refusal && form.dialect.refusals[step.refusal];
  const name = refusal?.error ?? step.error;
  // A stream has begun before it fails.
  const status = refusal?.httpStatus ?? (documents.length > 1 || !name ? 200 : form.dialect.errors[name].httpStatus);
  return { what, status, code: name && codeOf(form, name), name: report ? step.error : undefined };
}

function codeOf({ dialect }: RestForm, name: ErrorName): number {
  return dialect.errors[name].code;
}

function restFormOf(version: string): RestForm {
  return restForms.find(({ dialect }) => dialect.version === version) ?? expect.fail(`version ${version} is not served`);
}

function problemsOf({ step, status, documents }: Exchange, { dialect }: RestClientForm): string[] {
  const operation = operationOf(step);
  if (status !== 200 || !operation) return [];
  const isStream = operation === "SendStreamingMessage" || operation === "SubscribeToTask";
  const decode = dialect.createEventDecoder({});
  // A stream that fails ends with the error.
  return (step.error ? documents.slice(0, -1) : documents).flatMap((document) => {
    const read = isStream ? decode(document) : dialect.decodeResult(operation, document, {});
    const decoded = taggedIn(document) ? validate(results.SendStreamingMessage, taggedIn(document)) : read;
    const problem = decoded.ok ? "tolerated" in decoded && decoded.tolerated : decoded.problem;
    return problem ? [`${step.what}: ${problem.pointer}: expected ${problem.expected}`] : [];
  });
}

/** The item of a document for those who sent tags. */
function taggedIn(document: object): unknown {
  return Object.values(document).find((each) => typeof each === "object" && each !== null && "kind" in each);
}
