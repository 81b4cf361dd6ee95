import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseDay, parseMoment } from "../../../service/features/insights/import/dates.ts";
import { parseDecimal, parseShare, parseWhole } from "../../../service/features/insights/import/numbers.ts";
import { normaliseColumn, refusalOf } from "../../../service/features/insights/import/refused-columns.ts";

describe("whole numbers", () => {
  test.each([
    ["0", 0],
    ["1234", 1234],
    ["1.234", 1234],
    ["1,234", 1234],
    ["1.234.567", 1_234_567],
    ["1,234,567", 1_234_567],
    ["1 234 567", 1_234_567],
    ["1\u00a0234", 1234],
    ["1\u202f234", 1234],
    ["1’234", 1234],
    ["1.234,00", 1234],
    ["12,0", 12],
    [" 7 ", 7],
    ["+7", 7],
  ])("%p is %p", (text, value) => expect(parseWhole(text)).toBe(value));

  test.each([
    "",
    "-1",
    "1.5",
    "1,5",
    "1.23",
    "12.34.567",
    "1.234,5",
    "1.234,567",
    "abc",
    "1e3",
    "0x10",
    "∞",
    "12 34",
    // Of millions: no count has a group of thousands behind a zero.
    "0,750",
    "0.500",
    "012.500",
  ])("%p is none", (text) => expect(parseWhole(text)).toBeNull());

  test("what Germans and Americans write is read back as the same number", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (value) => {
        for (const locale of ["de-DE", "en-US", "de-CH", "de-AT", "fr-FR"]) {
          expect(parseWhole(value.toLocaleString(locale))).toBe(value);
        }
      }),
    );
  });
});

describe("numbers with decimals", () => {
  test.each([
    ["3.4", 3.4],
    ["3,4", 3.4],
    ["1.234,56", 1234.56],
    ["1,234.56", 1234.56],
    ["1.234.567,8", 1_234_567.8],
    ["1.234", 1.234],
    ["1.234.567", 1_234_567],
    ["12", 12],
    ["-0,5", -0.5],
  ])("%p is %p", (text, value) => expect(parseDecimal(text)).toBe(value));

  test.each(["", "1.2.3", "1,2,3", "1.23,4.5", "12.34,56", "3,", "x"])("%p is none", (text) =>
    expect(parseDecimal(text)).toBeNull(),
  );

  test.each([
    ["0.052", 0.052],
    ["0,052", 0.052],
    ["5,2 %", 0.052],
    ["5.2%", 0.052],
    ["100 %", 1],
    ["1", 1],
    ["0", 0],
    ["5.2", null],
    ["100.1 %", null],
    ["-1 %", null],
    ["%", null],
  ])("the share %p is %p", (text, value) => expect(parseShare(text)).toBe(value));
});

describe("days", () => {
  test.each([
    ["2026-11-20", "2026-11-20"],
    ["20.11.2026", "2026-11-20"],
    ["1.2.2026", "2026-02-01"],
    ["20. 11. 2026", "2026-11-20"],
    ["20.11.26", "2026-11-20"],
    ["20. November 2026", "2026-11-20"],
    ["3. März 2026", "2026-03-03"],
    ["20 Nov 2026", "2026-11-20"],
    ["Nov 20, 2026", "2026-11-20"],
    ["December 1, 2026", "2026-12-01"],
    ["11/20/2026", "2026-11-20"],
    ["20/11/2026", "2026-11-20"],
    ["5/5/2026", "2026-05-05"],
    ["29.02.2028", "2028-02-29"],
  ])("%p is %p", (text, value) => expect(parseDay(text)).toEqual({ value }));

  test.each([
    "29.02.2026",
    "31.04.2026",
    "2026-13-01",
    "32.01.2026",
    "0.1.2026",
    "Foo 3, 2026",
    "1989-12-31",
    "2101-01-01",
    "morgen",
    "20261120",
  ])("%p is none", (text) => expect(parseDay(text)).toHaveProperty("problem"));

  test("a day that means two things on two sides of the Atlantic is refused and told why", () => {
    expect(parseDay("02/11/2026")).toEqual({
      problem: "ambiguous_day",
      values: { first: "02", second: "11" },
    });
  });
});

describe("moments", () => {
  test.each([
    ["2026-11-20T09:30:00Z", "2026-11-20T09:30:00Z"],
    ["2026-11-20T09:30:00.5+01:00", "2026-11-20T09:30:00.500+01:00"],
    ["2026-11-20T09:30:00+0100", "2026-11-20T09:30:00+01:00"],
    ["2026-11-20 09:30", "2026-11-20T09:30:00"],
    ["20.11.2026 9:30", "2026-11-20T09:30:00"],
    ["20.11.2026, 09:30 Uhr", "2026-11-20T09:30:00"],
    ["20.11.2026 09.30 Uhr", "2026-11-20T09:30:00"],
    ["11/20/2026 9:30 PM", "2026-11-20T21:30:00"],
    ["Nov 20, 2026 12:05 am", "2026-11-20T00:05:00"],
    ["20. November 2026", "2026-11-20T12:00:00"],
  ])("%p is %p", (text, value) => expect(parseMoment(text)).toEqual({ value }));

  test.each(["20.11.2026 24:00", "20.11.2026 09:60", "20.11.2026 13:00 pm", "09:30", "2026-11-20T", ""])(
    "%p is none",
    (text) => expect(parseMoment(text)).toHaveProperty("problem"),
  );
});

describe("columns that are refused by name", () => {
  test.each([
    "AVE",
    "AÄW",
    "AEW (AVE)",
    "Anzeigenäquivalenzwert",
    "Anzeigenaequivalenz in EUR",
    "Werbeäquivalenzwert",
    "Advertising Value Equivalent",
    "advertising-value",
    "Ad Value",
    "Werbewert",
    "Medienwert (€)",
    "PR Value",
    "EMV",
    "Earned Media Value",
    "Score",
    "Impact-Score",
    "Sichtbarkeitsindex",
    "Media Score",
    "Punktzahl",
    "Gesamtreichweite",
    "Summe der Reichweiten",
    "Kumulierte Reichweite",
    "Total potential reach",
    "reach_total",
    "Reichweite (Summe)",
    "OTS",
    "Ranking",
    "AI rank",
  ])("%p", (name) => expect(refusalOf(normaliseColumn(name))).toBeString());

  test.each([
    "release_id",
    "medium",
    "media_type",
    "headline",
    "url",
    "published_at",
    "match_type",
    "reach",
    "Reichweite",
    "source",
    "query",
    "clicks",
    "impressions",
    "ctr",
    "position",
    "period_from",
    "engine",
    "model",
    "prompt",
    "runs",
    "mentioned",
    "cited",
    "cited_urls",
    "observed_at",
    "Saved by",
    "Notiz",
    "Medienname",
    "Bewertung",
  ])("%p is not", (name) => expect(refusalOf(normaliseColumn(name))).toBeNull());
});
