import { beforeAll, expect, test } from "bun:test";
import { checkOf } from "../service/floor/http/field-errors.ts";
import { CalendarDate, DateTime, integerMax, positiveIntegerIn, registerFormats } from "../service/schema.ts";

beforeAll(registerFormats);

const fits = (text: string) => checkOf(DateTime).Check(text);

test("a date-time lies in the years 1 to 9999 in UTC, wherever its offset carries it", () => {
  expect(["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "0001-01-01T14:00:00+14:00"].map(fits)).toEqual(
    [true, true, true],
  );
  expect(
    ["0000-12-31T23:59:59Z", "0001-01-01T13:59:59+14:00", "9999-12-31T10:00:00-14:00"].map(fits),
  ).toEqual([false, false, false]);
});

test("a date-time names a real day and a real time", () => {
  expect(["2028-02-29T00:00:00Z", "2026-11-20T23:59:59.123456789+23:59"].map(fits)).toEqual([true, true]);
  expect(
    ["2026-02-29T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T10:00:00", "2026-11-20 10:00:00Z"].map(fits),
  ).toEqual([false, false, false, false]);
});

test("a calendar day is real, and not of the year 0", () => {
  expect(
    ["2028-02-29", "0001-01-01", "2026-02-29", "0000-02-01"].map((day) => checkOf(CalendarDate).Check(day)),
  ).toEqual([true, true, false, false]);
});

test("an id in a text is one that the database can hold, in its one spelling", () => {
  expect(["1", "42", String(integerMax)].map(positiveIntegerIn)).toEqual([1, 42, integerMax]);
  expect(
    ["", "0", "007", "-1", "1.5", "1e3", " 7", "7\n", String(integerMax + 1)].filter(
      (text) => positiveIntegerIn(text) !== null,
    ),
  ).toEqual([]);
});
