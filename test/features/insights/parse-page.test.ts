import { expect, test } from "bun:test";
import { parsePage } from "../../../service/features/insights/pages/parse-page.ts";

const dayOf = (moment: string, timeZone = "Europe/Berlin") => {
  const html = `<title>Werk</title><meta property="article:published_time" content="${moment}">`;
  return parsePage({ html, timeZone })?.fields.publishedOn;
};

test.each([
  ["2026-11-20", "2026-11-20"],
  ["2026-11-20T23:30:00+01:00", "2026-11-20"],
  ["2026-11-20T23:30", "2026-11-20"],
  ["2026-11-20T22:59:59Z", "2026-11-20"],
  ["2026-11-20T23:00:00Z", "2026-11-21"],
  ["2026-11-20T23:05:00+00:00", "2026-11-21"],
  ["2026-07-20T22:00:00.000Z", "2026-07-21"],
  ["2026-12-31T23:00Z", "2027-01-01"],
  ["2026-11-20T23:05:00-05:00", "2026-11-20"],
  ["2026-02-30T12:00:00Z", null],
  ["2026-11-20T00:00:00Z", "2026-11-20"],
])("an article of %s appeared on %p for readers in Berlin", (moment, day) => {
  expect(dayOf(moment)).toBe(day);
});

test("midnight in UTC is a day alone, west of Greenwich too", () => {
  expect(dayOf("2026-11-20T00:00:00Z", "America/New_York")).toBe("2026-11-20");
  expect(dayOf("2026-11-20T00:01:00Z", "America/New_York")).toBe("2026-11-19");
});
