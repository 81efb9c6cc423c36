import { lintCard } from "@a2a/core";
import { createA2AHandler } from "@a2a/server";
import { expect, onTestFinished, test } from "vitest";
import { createTestbed } from "../src/index.js";
import { profiles } from "../src/profiles.js";

// safe: the keys of the table are the profiles
const names = Object.keys(profiles) as (keyof typeof profiles)[];

for (const profile of names) {
  test(`${profile} serves cards without errors to readers of every version`, async () => {
    const testbed = createTestbed({ profile });
    const handler = createA2AHandler(testbed, { ...testbed.options, publicUrl: "https://testbed.example/" });
    onTestFinished(() => handler.close());
    const found: unknown[] = [];
    const versions: unknown[] = [];
    for (const [path, hint] of [
      ["agent-card.json", ""],
      ["agent-card.json", "1.0"],
      ["agent-card.json", "0.3"],
      ["agent.json", ""],
      ["agent.json", "0.1"],
    ] as const) {
      const response = await handler.fetch(new Request(`http://testbed.test/.well-known/${path}`, { headers: { "a2a-version": hint } }));
      if (profile === "tenants" && path === "agent.json") expect(response.status).toBe(404);
      else {
        const { version, findings } = lintCard(await response.json());
        versions.push(version);
        found.push(...findings);
      }
    }
    expect(versions).toEqual(profile === "tenants" ? ["1.0", "1.0", "1.0"] : ["1.0", "1.0", "0.3", "0.3", "0.1"]);
    // Callers of 0.1 cannot activate what this profile requires, which is what it is for.
    const expected = profile === "required-extension" ? ["extension-out-of-reach", "extension-out-of-reach"] : [];
    expect(found.map((each) => Object(each).rule)).toEqual(expected);
  });
}
