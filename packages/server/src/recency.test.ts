import fc from "fast-check";
import { expect, test } from "vitest";
import type { Link } from "./recency.js";
import { Recency } from "./recency.js";

test("a list is in the order of use, whatever is added, renewed and removed", () => {
  const step = fc.record({ what: fc.constantFrom("add", "renew", "remove"), at: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const list = new Recency<number>();
      let links: Link<number>[] = [];
      for (const [value, { what, at }] of steps.entries()) {
        const link = links[at % Math.max(1, links.length)];
        if (what === "add" || !link) links.push(list.add(value));
        else {
          links = links.filter((each) => each !== link);
          if (what === "remove") list.remove(link);
          else {
            list.renew(link);
            links.push(link);
          }
        }
        expect([...list]).toEqual(links.map((each) => each.value).reverse());
        expect(list.oldest).toBe(links[0]);
      }
    }),
  );
});
