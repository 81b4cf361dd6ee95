import { describe, expect, test } from "bun:test";
import {
  type BarChartInput,
  chartBarsMax,
  renderBarChart,
} from "../../../service/floor/web/charts/bar-chart.ts";
import { gridStep } from "../../../service/floor/web/charts/grid-step.ts";
import { renderStackedBar } from "../../../service/floor/web/charts/stacked-bar.ts";
import { renderHtml } from "../../../service/floor/web/html.ts";

describe("a bar chart", () => {
  test("draws each value in proportion, named and described, with the table of its values", () => {
    const markup = chart([0, 5, 10]);
    expect(heights(markup)).toEqual([0, 100, 200]);
    expect(markup).toContain('role="img" aria-labelledby="views-name views-text"');
    expect(markup).toContain("Aufrufe &lt;pro&gt; Tag");
    expect(markup.match(/<tr>/g)).toHaveLength(4);
    expect(markup).toContain('<th scope="row">Tag 3</th><td class="right">10</td>');
    expect(markup).not.toContain("style=");
  });

  test("shows the comparison behind the bars, and none where there is no value", () => {
    const bars = [
      { label: "a", value: 4, before: 8 },
      { label: "b", value: 4, before: null },
    ];
    const markup = chart([], { bars });
    expect(markup.match(/<g class="before"><rect /g)).toHaveLength(1);
    expect(heights(markup)).toEqual([200, 100, 100]);
  });

  test("has a year of days, and refuses more", () => {
    expect(heights(chart(Array.from({ length: chartBarsMax }, (_, index) => index)))).toHaveLength(
      chartBarsMax,
    );
    expect(() => chart(Array.from({ length: chartBarsMax + 1 }, () => 1))).toThrow(RangeError);
  });

  test.each([
    ["one value", [7]],
    ["zeros only", [0, 0, 0]],
    ["a million", [1_000_000, 1]],
  ])("stays in its frame with %s", (_what, values) => {
    const markup = chart(values);
    expect(markup).not.toContain("NaN");
    for (const height of heights(markup)) expect(height).toBeLessThanOrEqual(200);
    const axis = [
      ...(markup.match(/<ul class="axis"[^>]*>(.*?)<\/ul>/)?.[1] ?? "").matchAll(/<li>(.*?)<\/li>/g),
    ];
    const labelled = axis.flatMap(([, label], index) => (label === "" ? [] : [index]));
    const step = labelled[1] ?? 1;
    expect(axis).toHaveLength(values.length);
    expect(labelled.length).toBeLessThanOrEqual(4);
    expect(labelled).toEqual(labelled.map((_, index) => index * step));
  });

  test("says in a sentence that there is nothing to draw", () => {
    expect(chart([])).toBe('<p class="facts">Keine Werte.</p>');
  });
});

describe("a stacked bar", () => {
  test("divides its width by the values, and marks each row with its colour", () => {
    const markup = stack([50, 30, 20]);
    expect(widths(markup)).toEqual([500, 300, 200]);
    expect(markup).toContain('<span class="swatch part2"></span>Art 2');
    expect(markup).toContain("Art 0 50 %, Art 1 30 %, Art 2 20 %");
  });

  test("is an empty track where all is zero, and begins its colours again after eleven", () => {
    expect(widths(stack([0, 0]))).toEqual([0, 0]);
    expect(stack(Array.from({ length: 12 }, () => 1)).match(/class="part0"/g)).toHaveLength(2);
  });

  const stack = (values: number[]) =>
    renderHtml(
      renderStackedBar({
        id: "traffic",
        title: "Zugriffe",
        parts: values.map((value, index) => ({ label: `Art ${index}`, value, share: `${value} %` })),
        table: {
          caption: "Zugriffe",
          columns: [{ head: "Art" }],
          rows: values.map((_, index) => [`Art ${index}`]),
        },
      }),
    );
  const widths = (markup: string) =>
    [...markup.matchAll(/<rect class="part[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
});

test("the grid of a chart steps by 1, 2 or 5 and their tens", () => {
  const steps: [number, number][] = [
    [0, 1],
    [4, 1],
    [5, 2],
    [8, 2],
    [9, 5],
    [20, 5],
    [21, 10],
    [1_000_000, 500_000],
  ];
  for (const [highest, step] of steps) expect(gridStep(highest, 4)).toBe(step);
});

function chart(values: number[], more: Partial<BarChartInput> = {}): string {
  const bars = values.map((value, index) => ({ label: `Tag ${index + 1}`, value }));
  return renderHtml(
    renderBarChart({
      id: "views",
      title: "Aufrufe <pro> Tag",
      description: "Stärkster Tag: 3.",
      bars,
      formatNumber: String,
      tableLabel: "Werte als Tabelle",
      emptyText: "Keine Werte.",
      table: {
        caption: "Tageswerte",
        columns: [{ head: "Tag" }, { head: "Aufrufe", align: "right" }],
        rows: bars.map(({ label, value }) => [label, String(value)]),
      },
      ...more,
    }),
  );
}

function heights(markup: string): number[] {
  return [...markup.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height));
}
