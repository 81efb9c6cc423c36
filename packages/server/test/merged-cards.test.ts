// One card for the readers of several versions: each of them finds a valid card of its own in it.

import type { AgentCard, Validator } from "@a2a/core";
import { isAgentCard as isCardV10, validate } from "@a2a/core";
import { dialects } from "@a2a/core/internal/dialects";
import { isAgentCard as isCardV01 } from "@a2a/core/v0.1";
import { isAgentCard as isCardV03 } from "@a2a/core/v0.3";
import { isAgentCard as isCardV11 } from "@a2a/core/v1.1";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryOf } from "../../core/test/arbitrary.js";
import { canonicals } from "../../core/test/canonical.js";
import { encodeForAll } from "../src/binding/merge-cards.js";

/** Cards that speak at least these versions, in any order and among others. */
function cardsOf(versions: readonly string[]): fc.Arbitrary<AgentCard> {
  const definitions = canonicals.find(({ folder }) => folder === "v1.0")?.definitions ?? {};
  // safe: values are made from the schema of the type
  const card = arbitraryOf(definitions, "AgentCard").map((value) => JSON.parse(JSON.stringify(value)) as AgentCard);
  const spoken = versions.map((protocolVersion) => ({ url: "https://agent.example/a2a", protocolBinding: "JSONRPC", protocolVersion }));
  return fc
    .tuple(card, fc.nat(3))
    .map(([value, at]) => ({ ...value, supportedInterfaces: value.supportedInterfaces.toSpliced(at, 0, ...spoken) }));
}

const readers = { "1.0": isCardV10, "0.3": isCardV03, "0.1": isCardV01, "1.1": isCardV11 } as const;

for (const path of new Set(dialects.flatMap(({ cardPaths }) => cardPaths))) {
  const looking = dialects.filter(({ cardPaths }) => cardPaths.includes(path));
  const versions = looking.map(({ version }) => version);

  test(`the card at ${path} is valid in ${versions.join(" and ")}, and each of them says in it what it says alone`, () => {
    expect(versions.length).toBeGreaterThan(1);
    fc.assert(
      fc.property(cardsOf(versions), (card) => {
        const merged: unknown = JSON.parse(JSON.stringify(encodeForAll(card, looking)));
        for (const dialect of looking) {
          const is: Validator<unknown> = readers[dialect.version];
          expect([dialect.version, validate(is, merged)]).toEqual([dialect.version, { ok: true, value: merged }]);
          const own: unknown = JSON.parse(JSON.stringify(dialect.encodeCard(withNamedExtensions(card))));
          expect(known(merged, own)).toEqual(own);
        }
      }),
      { numRuns: 300 },
    );
  });
}

/** An extension without a URI is nothing that readers of 0.3 could be told of. */
function withNamedExtensions({ capabilities, ...card }: AgentCard): AgentCard {
  const named = capabilities.extensions && { extensions: capabilities.extensions.filter(({ uri }) => uri) };
  return { ...card, capabilities: { ...capabilities, ...named } };
}

test("an extension without a URI is for readers of 1.0 alone", () => {
  const [newest, next] = dialects;
  const spoken = ["1.0", "0.3"].map((protocolVersion) => ({ url: "https://a.test", protocolBinding: "JSONRPC", protocolVersion }));
  const extensions = [{ description: "nameless" }, { uri: "urn:x" }];
  const texts = { name: "A", description: "A", version: "1.0.0", defaultInputModes: [], defaultOutputModes: [] };
  const card: AgentCard = { ...texts, supportedInterfaces: spoken, capabilities: { extensions }, skills: [] };
  expect(encodeForAll(card, [newest])).toMatchObject({ capabilities: { extensions } });
  expect(encodeForAll(card, [newest, next ?? expect.fail("no other version")])).toMatchObject({
    capabilities: { extensions: [{ uri: "urn:x" }] },
  });
});

/** Of a value, the members that the other has as well. */
function known(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other)) return value.map((item, at) => known(item, other[at]));
  if (typeof value !== "object" || value === null || typeof other !== "object" || other === null) return value;
  const members = Object.entries(other).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(members.map(([name, member]) => [name, known(Object.getOwnPropertyDescriptor(value, name)?.value, member)]));
}
