// What goes over the wire in each version, to the byte: requests as clients of that version write them, what they are answered, and what webhooks
// are told. After a change that is meant: npx vitest run packages/server/test/golden.test.ts -u

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ErrorName, Validator, Version } from "@a2a/core";
import { validate } from "@a2a/core";
import type { Dialect, Operation } from "@a2a/core/internal";
import { minorOf } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import * as v01 from "@a2a/core/v0.1";
import * as v03 from "@a2a/core/v0.3";
import * as v10 from "@a2a/core/v1.0";
import * as v11 from "@a2a/core/v1.1";
import { describe, expect, test } from "vitest";
import { cards } from "./golden/cards.js";
import { errorScenes } from "./golden/errors.js";
import type { Exchange, Played } from "./golden/play.js";
import { operationOf, play } from "./golden/play.js";
import type { RefusalName, Scene, Step } from "./golden/scene.js";
import { talks } from "./golden/talks.js";
import { webhookScenes } from "./golden/webhooks.js";

const scenes: readonly Scene[] = [...talks, ...webhookScenes, ...errorScenes, cards];

/** What the generator made of each version's schema and tables. */
const generated: Readonly<Record<Version, Generated>> = { "1.0": v10, "0.3": v03, "0.1": v01, "1.1": v11 };

interface Generated {
  readonly methods: Readonly<Partial<Record<Operation, { readonly jsonrpc: string; readonly jsonrpcAliases?: readonly string[] }>>>;
  readonly results: Readonly<Partial<Record<Operation, Validator<unknown>>>>;
  readonly isCard: Validator<unknown>;
  readonly isPush: Validator<unknown>;
  readonly card: { readonly path: string; readonly otherPaths?: readonly string[] };
}

/** Errors that no request can bring about, and why. */
const never: Readonly<Partial<Record<Version, Partial<Record<ErrorName, string>>>>> = {
  "0.3": {
    UnsupportedOperationError: "who subscribes to a task that is over is shown it: ruling C29, README of @a2a/core",
  },
  "0.1": {
    UnsupportedOperationError: "who subscribes to a task that is over is shown it: ruling C29, README of @a2a/core",
    ExtendedCardNotSupportedError: "there is no method that asks for an extended card: 0.1, section 7",
    ExtendedCardNotConfiguredError: "there is no method that asks for an extended card: 0.1, section 7",
  },
};

const played = new Map<Scene, Promise<Played>>();

/** Each scene is played once, whatever is asked of it. */
function playOnce(scene: Scene): Promise<Played> {
  const playing = played.get(scene) ?? play(scene);
  played.set(scene, playing);
  return playing;
}

for (const scene of scenes) {
  test(`${scene.name} goes over the wire as its transcript has it`, async () => {
    const { transcript } = await playOnce(scene);
    const path = fileURLToPath(new URL(`golden/${scene.name}.txt`, import.meta.url));
    try {
      await expect(transcript).toMatchFileSnapshot(path);
    } catch (error) {
      // A member that differs says more than a line of bytes; where none does, it is the order of members or the framing.
      expect(documentsIn(transcript)).toEqual(documentsIn(await readFile(path, "utf8")));
      throw error;
    }
  });

  test(`${scene.name} has an error where it says so and nowhere else, with the code of its table`, async () => {
    const { exchanges } = await playOnce(scene);
    expect(exchanges.map(outcomeOf)).toEqual(exchanges.map((exchange) => expectedOf(exchange, scene.version)));
  });

  test(`${scene.name} is valid in the schema of its version`, async () => {
    const { exchanges, told } = await playOnce(scene);
    expect(exchanges.flatMap((exchange) => problemsOf(exchange, scene.version))).toEqual([]);
    expect(told.flatMap((body) => problemOf(generated[scene.version].isPush, body))).toEqual([]);
  });
}

for (const dialect of dialects.filter(({ isPreview }) => !isPreview)) {
  const { version } = dialect;
  const { methods, card } = generated[version];

  describe(`of ${version} there is a transcript`, () => {
    for (const { jsonrpc, jsonrpcAliases = [] } of Object.values(methods)) {
      for (const name of [jsonrpc, ...jsonrpcAliases]) {
        test(`of ${name}`, async () => {
          const found = (await exchangesOf(version)).filter(
            ({ step, documents }) => step.method === name && documents[0]?.result !== undefined,
          );
          expect(found).not.toEqual([]);
        });
      }
    }

    // safe: the keys of the table are the error names
    for (const name of Object.keys(dialect.errors) as ErrorName[]) {
      const reason = never[version]?.[name];
      test(`${reason ? "without" : "of"} ${name}`, async () => {
        const found = (await exchangesOf(version)).filter(({ step }) => step.error === name);
        expect(found.length > 0).toBe(reason === undefined);
      });
    }

    // safe: the keys of the table are the error names
    for (const name of Object.keys(dialect.errors) as ErrorName[]) {
      const { forAlias } = dialect;
      if (!forAlias || forAlias.errors[name].code === dialect.errors[name].code) continue;
      test(`of ${name} as ${dialect.aliases.join(" and ")} says it`, async () => {
        const found = (await exchangesOf(version)).filter(({ step }) => step.error === name && spokenIn(step, dialect) === forAlias);
        expect(found).not.toEqual([]);
      });
    }

    // safe: the keys of the table are the names of refusals
    for (const name of Object.keys(dialect.refusals) as RefusalName[]) {
      test(`of a refusal: ${name}`, async () => {
        expect((await exchangesOf(version)).filter(({ step }) => step.refusal === name)).not.toEqual([]);
      });
    }

    for (const path of [card.path, ...(card.otherPaths ?? [])]) {
      test(`of the card at ${path}`, async () => {
        const { exchanges } = await playOnce(cards);
        expect(exchanges.filter(({ step, status }) => step.path === path && status === 200)).not.toEqual([]);
      });
    }

    test("of a webhook that is told", async () => {
      const all = await Promise.all(scenes.filter((scene) => scene.version === version).map(playOnce));
      expect(all.flatMap(({ told }) => told)).not.toEqual([]);
    });
  });
}

describe("the card that is answered", () => {
  for (const [path, hint, readers] of [
    [v10.card.path, undefined, [v03, v10]],
    [v10.card.path, "1.0", [v10]],
    [v03.card.path, "0.3", [v03]],
    [v03.card.path, "0.2", [v03]],
    [v01.card.path, undefined, [v01, v03]],
    [v01.card.path, "0.2", [v03]],
    [v01.card.path, "0.1", [v01]],
  ] as const) {
    test(`at ${path} ${hint ? `for ${hint}` : "without a hint"} is valid for whoever looks there`, async () => {
      const { exchanges } = await playOnce(cards);
      const found = exchanges.find(({ step }) => step.path === path && step.headers?.["a2a-version"] === hint);
      expect(readers.flatMap(({ isCard }) => problemOf(isCard, found?.documents[0]))).toEqual([]);
    });
  }
});

describe("what is not as it ought to be yet", () => {
  test("a caller who is nobody is told how to say who it is (0.3, section 4.4; 1.0, section 7.4)", async () => {
    const refused = scenes.map(playOnce).map(async (playing) => (await playing).exchanges.filter(({ status }) => status === 401));
    const all = (await Promise.all(refused)).flat();
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ headers }) => !headers.has("www-authenticate"))).toEqual([]);
  });

  test("a client of 0.2 finds the extended card where 0.2.1 has it (ruling C22a)", async () => {
    const steps = [{ what: "the extended card", path: v03.card.extendedPath ?? "", headers: { authorization: "Bearer ann" } }];
    const { exchanges } = await play({ name: "0.2/card", version: "0.3", steps });
    expect(problemOf(v03.isCard, exchanges[0]?.documents[0])).toEqual([]);
  });
});

async function exchangesOf(version: Version): Promise<Exchange[]> {
  const own = await Promise.all(scenes.filter((scene) => scene.version === version && scene !== cards).map(playOnce));
  return own.flatMap(({ exchanges }) => exchanges);
}

/** JSON documents in a transcript, in their order, each behind the line that begins its request or its answer. */
function documentsIn(transcript: string): unknown[] {
  return transcript.split("\n").map((line) => {
    const json = /^[<>] (?:data: )?([[{].*)$/.exec(line)?.[1];
    try {
      return json === undefined ? line : JSON.parse(json);
    } catch {
      return line;
    }
  });
}

interface Outcome {
  readonly what: string;
  readonly status: number;
  readonly code: unknown;
  readonly name: ErrorName | undefined;
}

function outcomeOf({ step: { what }, status, documents, report }: Exchange): Outcome {
  const error: { code?: unknown } | undefined = documents.at(-1)?.error ?? undefined;
  return { what, status, code: error?.code, name: report?.error };
}

function expectedOf({ step, documents, report }: Exchange, version: Version): Outcome {
  const { what } = step;
  const { errors, refusals } = spokenIn(step, dialectOf(report?.version ?? version));
  const { httpStatus, error: refused } = step.refusal ? refusals[step.refusal] : {};
  const name = step.error ?? refused;
  const row = name && errors[name];
  // A stream has begun before it fails.
  const status = httpStatus ?? (documents.length > 1 ? 200 : (row?.jsonrpcHttpStatus ?? 200));
  return { what, status, code: row?.code, name: report ? step.error : undefined };
}

/** The dialect in which a step is answered: of those who say that they speak an older version, or use its words, that one. */
function spokenIn({ method, headers }: Step, dialect: Dialect): Dialect {
  const { jsonrpcAliases = [] } =
    Object.values(generated[dialect.version].methods).find((row) => row.jsonrpcAliases?.includes(method ?? "")) ?? {};
  const isOlder = jsonrpcAliases.length > 0 || dialect.aliases.includes(minorOf(headers?.["a2a-version"] ?? "") ?? "");
  return (isOlder && dialect.forAlias) || dialect;
}

function problemsOf({ step, documents, report }: Exchange, version: Version): string[] {
  if (step.path?.startsWith("/.well-known/")) return [];
  const operation = operationOf(step);
  const is = operation && generated[report?.version ?? version].results[operation];
  return documents.flatMap((document) => {
    const isResponse = document.jsonrpc === "2.0" && "id" in document && "result" in document !== "error" in document;
    if (!isResponse) return [`${step.what}: no response of JSON-RPC`];
    return is && document.result !== undefined ? problemOf(is, document.result).map((problem) => `${step.what}: ${problem}`) : [];
  });
}

function problemOf(is: Validator<unknown>, value: unknown): string[] {
  const outcome = validate(is, value);
  return outcome.ok ? [] : [`${outcome.problem.pointer}: expected ${outcome.problem.expected}`];
}

function dialectOf(version: Version): Dialect {
  const found = dialects.find((dialect) => dialect.version === version);
  if (!found) throw new TypeError(`version ${version} is not spoken`);
  return found;
}
