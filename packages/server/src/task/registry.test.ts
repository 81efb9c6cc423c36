import fc from "fast-check";
import { expect, test } from "vitest";
import { Registry } from "./registry.js";

test("a registry does what a Map does", () => {
  const steps = fc.array(
    fc.record({ act: fc.constantFrom("set", "delete", "get"), name: fc.constantFrom("a", "b", "c"), value: fc.nat() }),
  );
  fc.assert(
    fc.property(steps, (all) => {
      const [registry, map] = [new Registry<number>(), new Map<string, number>()];
      for (const { act, name, value } of all) {
        if (act === "get") expect(registry.get(name)).toBe(map.get(name));
        for (const each of [registry, map]) {
          if (act === "set") each.set(name, value);
          else if (act === "delete") each.delete(name);
        }
        expect(registry.size).toBe(map.size);
        expect(registry.values().sort()).toEqual([...map.values()].sort());
      }
    }),
  );
});
