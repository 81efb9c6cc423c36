import fc from "fast-check";
import { expect, test } from "vitest";
import type { Chart } from "./draw-chart.js";
import { drawChart } from "./draw-chart.js";
import { layOutChart, SIZE } from "./lay-out-chart.js";

const TAG = /^<(\/?)([a-z]+)((?: [a-zA-Z0-9:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>$/;

/** Finds what is not well-formed in XML of the simple kind that a chart is. */
function findFault(xml: string): string | undefined {
  const open: string[] = [];
  for (const [token] of xml.trimEnd().matchAll(/<[^>]*>|[^<]+/g)) {
    const [, closing, name = "", , empty] = TAG.exec(token) ?? [];
    if (!token.startsWith("<")) {
      if (/&(?!(?:amp|lt|gt|quot);)/.test(token) || open.length === 0) return token;
    } else if (name === "") return token;
    else if (closing) {
      if (open.pop() !== name) return token;
    } else if (!empty) open.push(name);
  }
  return open[0];
}

function chartOf(points: Chart["points"], kind: Chart["kind"] = "bar"): Chart {
  return { kind, title: "Title", subtitle: "Subtitle", description: "What is to be seen", points };
}

const finite = fc.double({ noNaN: true, min: -1e150, max: 1e150 });
const anyText = fc.string({ unit: "binary" });
const anyChart: fc.Arbitrary<Chart> = fc.record({
  kind: fc.constantFrom("bar", "line"),
  title: anyText,
  subtitle: anyText,
  description: anyText,
  points: fc.array(fc.record({ label: anyText, value: fc.option(finite) }), { maxLength: 80 }),
});

test("every chart is well-formed XML without NaN", () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const svg = drawChart(chart);
      expect(findFault(svg)).toBeUndefined();
      expect(svg.replace(/<(title|desc)>.*?<\/\1>|<text.*?<\/text>|aria-label="[^"]*"/gs, "")).not.toMatch(/NaN|Infinity|undefined/);
    }),
    { numRuns: 300 },
  );
});

test("every value lies inside the frame, and the ticks rise", () => {
  fc.assert(
    fc.property(anyChart, ({ points, kind }) => {
      const { ticks, bottom, y } = layOutChart(points, kind);
      const heights = points.flatMap(({ value }) => (value === null ? [] : [y(value)]));
      expect(heights.every((height) => height >= SIZE.top - 0.01 && height <= bottom + 0.01)).toBe(true);
      expect(ticks.every(({ value }, at) => at === 0 || value > (ticks[at - 1]?.value ?? value))).toBe(true);
      expect(ticks.length).toBeGreaterThan(1);
    }),
  );
});

test("labels along the axis have room", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.nat({ max: 40 }),
      fc.constantFrom("bar" as const, "line" as const),
      (count, letters, kind) => {
        const points = Array.from({ length: count }, () => ({ label: "m".repeat(letters), value: 1 }));
        const { labels, band } = layOutChart(points, kind);
        expect(band * labels.stride).toBeGreaterThan(labels.angled ? 18 : labels.widthPx);
      },
    ),
  );
});

test("a reader who does not see the chart hears its title and what it shows", () => {
  const svg = drawChart({ ...chartOf([{ label: "a", value: 1 }]), title: `R&D "spend" <2012>` });
  expect(svg).toContain('role="img"');
  expect(svg).toContain('aria-label="R&amp;D &quot;spend&quot; &lt;2012&gt;"');
  expect(svg).toContain("<title>R&amp;D &quot;spend&quot; &lt;2012&gt;</title>");
  expect(svg).toContain("<desc>What is to be seen</desc>");
  expect(svg).toContain("<title>a: 1</title>");
});

test("ticks are round numbers around the values", () => {
  const ticksOf = (values: number[], kind: Chart["kind"]): string[] =>
    layOutChart(
      values.map((value) => ({ label: "", value })),
      kind,
    ).ticks.map(({ text }) => text);
  expect(ticksOf([6.1, 28.09], "line")).toEqual(["5", "10", "15", "20", "25", "30"]);
  expect(ticksOf([641, 26], "bar")).toEqual(["0", "200", "400", "600", "800"]);
  expect(ticksOf([-0.3, 0.3], "line")).toEqual(["-0.4", "-0.2", "0.0", "0.2", "0.4"]);
  expect(ticksOf([1, 2], "bar")).toEqual(["0", "1", "2"]);
  expect(ticksOf([1_234_567], "bar")).toEqual(["0", "500,000", "1,000,000", "1,500,000"]);
});

test("without values the chart says so", () => {
  expect(drawChart(chartOf([]))).toContain(">No data<");
  expect(drawChart(chartOf([{ label: "a", value: null }], "line"))).toContain(">No data<");
});

test("characters that XML forbids are replaced", () => {
  expect(drawChart({ ...chartOf([]), title: "a\u0001b\uD800c" })).toContain("<title>a\uFFFDb\uFFFDc</title>");
});
