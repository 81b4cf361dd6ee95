import { expect, test } from "bun:test";
import {
  formatChange,
  formatDay,
  formatDecimal,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPeriod,
  formatShare,
  localDay,
} from "../../../../service/features/reporting/exports/german-format.ts";

test("numbers have points between thousands and a comma before the fraction", () => {
  expect([0, 999, 1_000, 1_234_567].map((value) => formatNumber(value))).toEqual([
    "0",
    "999",
    "1.000",
    "1.234.567",
  ]);
  expect(formatNumber(-1_234.56, 1)).toBe("−1.234,6");
  expect(formatNumber(-0.01, 1)).toBe("0,0");
  expect(formatNumber(Number.NaN)).toBe("–");
  expect([83.4, 83, 100, 0.25].map((value) => formatDecimal(value, 3))).toEqual([
    "83,4",
    "83",
    "100",
    "0,25",
  ]);
});

test("shares and changes are per cent with one digit and a sign where it matters", () => {
  expect(formatShare(0.1234)).toBe("12,3\u00a0%");
  expect(formatShare(1)).toBe("100,0\u00a0%");
  expect([12.34, -4, 0, 0.04, -0.04].map((value) => formatChange(value).replace("\u00a0", " "))).toEqual([
    "+12,3 %",
    "−4,0 %",
    "±0,0 %",
    "±0,0 %",
    "±0,0 %",
  ]);
});

test("amounts keep every digit of the exact decimal", () => {
  expect(formatMoney("12345678901234567.10", "EUR")).toBe("12.345.678.901.234.567,10\u00a0EUR");
  expect(formatMoney("49.9", "EUR")).toBe("49,90\u00a0EUR");
  expect(formatMoney("0.125", "EUR")).toBe("0,125\u00a0EUR");
  expect(formatMoney("-5", "CHF")).toBe("−5\u00a0CHF");
});

test("periods do not repeat what both ends share", () => {
  expect(formatDay("2026-11-20")).toBe("20.\u00a0November 2026");
  expect(formatPeriod("2026-11-20", "2026-11-20")).toBe("20.\u00a0November 2026");
  expect(formatPeriod("2026-11-01", "2026-11-30")).toBe("1.–30.\u00a0November 2026");
  expect(formatPeriod("2026-03-01", "2026-11-30")).toBe("1.\u00a0März – 30.\u00a0November 2026");
  expect(formatPeriod("2025-12-31", "2026-01-01")).toBe("31.\u00a0Dezember 2025 – 1.\u00a0Januar 2026");
});

test("instants are told in the report's time zone, in winter and in summer, and in UTC where it is unknown", () => {
  expect(formatInstant("2026-11-20T23:30:00.000Z", "Europe/Berlin")).toBe(
    "21.\u00a0November 2026, 00:30\u00a0Uhr",
  );
  expect(localDay("2026-06-30T22:00:00.000Z", "Europe/Berlin")).toBe("2026-07-01");
  expect(localDay("2026-06-30T21:59:59.000Z", "Europe/Berlin")).toBe("2026-06-30");
  expect(formatInstant("2026-11-20T23:30:00.000Z", "Mars/Olympus")).toBe(
    "20.\u00a0November 2026, 23:30\u00a0Uhr (UTC)",
  );
});
