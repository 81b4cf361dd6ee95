import { describe, expect, test } from "bun:test";
import {
  offeredPeriods,
  periodName,
  periodNameInDative,
  usualPeriod,
} from "../../../../service/features/reporting/reports/period-names.ts";
import {
  comparedDays,
  countDays,
  daysOfPeriod,
  parsePeriod,
  periodBefore,
  periodKey,
  periodOf,
} from "../../../../service/features/reporting/reports/periods.ts";

describe("a period", () => {
  test.each([
    ["2026-10", "2026-10-01", "2026-10-31", "Oktober 2026"],
    ["2026-02", "2026-02-01", "2026-02-28", "Februar 2026"],
    ["2028-02", "2028-02-01", "2028-02-29", "Februar 2028"],
    ["2026-Q3", "2026-07-01", "2026-09-30", "3. Quartal 2026"],
    ["2028-H1", "2028-01-01", "2028-06-30", "1. Halbjahr 2028"],
    ["2028-H2", "2028-07-01", "2028-12-31", "2. Halbjahr 2028"],
    ["2026", "2026-01-01", "2026-12-31", "Jahr 2026"],
    ["2026-W44", "2026-10-26", "2026-11-01", "KW 44 2026"],
    ["2026-W01", "2025-12-29", "2026-01-04", "KW 1 2026"],
    ["2026-W53", "2026-12-28", "2027-01-03", "KW 53 2026"],
  ])("%s has its days and its name, and is written as it was read", (key, from, to, name) => {
    const range = parsePeriod(key);
    expect(range).toEqual({ from, to });
    if (range === null || "since" in range) throw new Error("no days");
    expect(periodName(range)).toBe(name);
    expect(periodKey(range)).toBe(key);
  });

  test.each([
    ["2026-10", "Oktober 2026"],
    ["2026-Q3", "dem 3. Quartal 2026"],
    ["2026-H1", "dem 1. Halbjahr 2026"],
    ["2026", "dem Jahr 2026"],
    ["2026-W44", "der KW 44 2026"],
  ])("%s is compared with in good German", (key, name) => {
    const range = parsePeriod(key);
    if (range === null || "since" in range) throw new Error("no days");
    expect(periodNameInDative(range)).toBe(name);
  });

  test.each([
    "",
    "2026-13",
    "2026-00",
    "2026-Q5",
    "2026-H3",
    "2025-W53",
    "2026-W54",
    "0999",
    "2026-02-30..2026-03-01",
  ])("%p is none", (text) => {
    expect(parsePeriod(text)).toBeNull();
  });

  test("of free days begins before it ends", () => {
    expect(parsePeriod("2026-10-05..2026-11-04")).toEqual({ from: "2026-10-05", to: "2026-11-04" });
    expect(parsePeriod("2026-10-05..2026-10-05")).toEqual({ from: "2026-10-05", to: "2026-10-05" });
    expect(parsePeriod("2026-10-05..2026-10-04")).toBeNull();
  });

  test("ends today where it runs, and is refused before it begins", () => {
    const at = { today: "2026-10-14", publishedOn: null };
    expect(daysOfPeriod({ from: "2026-10-01", to: "2026-10-31" }, at)).toEqual({
      from: "2026-10-01",
      to: "2026-10-14",
    });
    expect(daysOfPeriod({ from: "2026-10-14", to: "2026-10-31" }, at)).toEqual({
      from: "2026-10-14",
      to: "2026-10-14",
    });
    expect(daysOfPeriod({ from: "2026-10-15", to: "2026-10-31" }, at)).toMatchObject({ field: "period" });
  });

  test("has 365 days and not 366: a leap year is two halves", () => {
    const at = { today: "2029-06-01", publishedOn: null };
    expect(daysOfPeriod({ from: "2027-01-01", to: "2027-12-31" }, at)).toMatchObject({ to: "2027-12-31" });
    expect(daysOfPeriod({ from: "2028-01-01", to: "2028-12-30" }, at)).toMatchObject({ to: "2028-12-30" });
    expect(daysOfPeriod({ from: "2028-01-01", to: "2028-12-31" }, at)).toMatchObject({ field: "period" });
  });

  test("counts from a publication, a year at most", () => {
    const at = { today: "2026-10-14", publishedOn: "2026-10-10" };
    expect(daysOfPeriod({ since: "first-7-days" }, at)).toEqual({ from: "2026-10-10", to: "2026-10-14" });
    expect(daysOfPeriod({ since: "first-30-days" }, { ...at, publishedOn: "2026-01-01" })).toEqual({
      from: "2026-01-01",
      to: "2026-01-30",
    });
    expect(daysOfPeriod({ since: "since-publication" }, { ...at, publishedOn: "2024-01-01" })).toEqual({
      from: "2024-01-01",
      to: "2024-12-30",
    });
    expect(daysOfPeriod({ since: "first-7-days" }, { ...at, publishedOn: null })).toMatchObject({
      field: "period",
    });
  });
});

describe("what days are compared with", () => {
  test.each([
    ["2026-10", "previous_period", "2026-09-01", "2026-09-30"],
    ["2026-03", "previous_period", "2026-02-01", "2026-02-28"],
    ["2026-01", "previous_period", "2025-12-01", "2025-12-31"],
    ["2026-Q1", "previous_period", "2025-10-01", "2025-12-31"],
    ["2028-02", "previous_year", "2027-02-01", "2027-02-28"],
    ["2029-02", "previous_year", "2028-02-01", "2028-02-29"],
    ["2026-W44", "previous_year", "2025-10-27", "2025-11-02"],
    ["2026-10-05..2026-10-14", "previous_period", "2026-09-25", "2026-10-04"],
    ["2028-02-20..2028-02-29", "previous_year", "2027-02-20", "2027-02-28"],
  ] as const)("%s, %s", (key, kind, from, to) => {
    const range = parsePeriod(key);
    if (range === null || "since" in range) throw new Error("no days");
    expect(comparedDays(range, kind)).toEqual({ from, to });
  });
});

test("every day of nine years lies in each of its periods, which meet without a gap", () => {
  for (let day = "2024-01-01"; day < "2033-01-01"; day = nextDay(day))
    for (const kind of ["week", "month", "quarter", "half_year", "year"] as const) {
      const range = periodOf(kind, day);
      expect(range.from <= day && day <= range.to).toBe(true);
      expect(nextDay(periodBefore(kind, day).to)).toBe(range.from);
      expect(parsePeriod(periodKey(range))).toEqual(range);
    }
});

test("complete periods are offered first, the last month by itself, and no leap year", () => {
  const offered = offeredPeriods("2029-03-31");
  expect(usualPeriod("2029-03-31")).toBe("2029-02");
  expect(offered[0]).toEqual({ value: "2029-02", label: "Februar 2029", group: "Monate" });
  expect(offered.map(({ value }) => value)).not.toContain("2028");
  expect(offered.map(({ value }) => value)).toEqual(expect.arrayContaining(["2027", "2028-H1", "2028-H2"]));
  expect(offered.at(-1)?.label).toBe("Jahr 2029, bis heute");
  for (const { value } of offered) {
    const range = parsePeriod(value);
    if (range === null || "since" in range) throw new Error(value);
    expect(countDays(range)).toBeLessThanOrEqual(365);
  }
  expect(new Set(offered.map(({ value }) => value)).size).toBe(offered.length);
});

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
