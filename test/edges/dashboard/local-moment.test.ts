import { expect, test } from "bun:test";
import { instantOf, localOf } from "../../../service/edges/dashboard/forms/local-moment.ts";

test.each([
  ["2026-12-04T17:30", "2026-12-04T16:30:00.000Z"],
  ["2026-07-04T17:30", "2026-07-04T15:30:00.000Z"],
  // The clocks go forward at 2: there is no 02:30.
  ["2026-03-29T01:59", "2026-03-29T00:59:00.000Z"],
  ["2026-03-29T02:30", "2026-03-29T01:30:00.000Z"],
  ["2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
  // They go back at 3: 02:30 comes twice, and the first is meant, as for a publication.
  ["2026-10-25T01:59", "2026-10-24T23:59:00.000Z"],
  ["2026-10-25T02:00", "2026-10-25T00:00:00.000Z"],
  ["2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
  ["2026-10-25T03:00", "2026-10-25T02:00:00.000Z"],
])("%s in Berlin is %s", (local, instant) => {
  expect(instantOf(local, "Europe/Berlin")?.toISOString()).toBe(instant);
});

test.each([
  // There is no 02:30: an hour later, never one earlier than what was typed.
  ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
  ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  // The day begins at 1.
  ["2026-09-06T00:00", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
])("%s in a zone far off, %s, is %s", (local, timeZone, instant) => {
  expect(instantOf(local, timeZone)?.toISOString()).toBe(instant);
});

test.each(["", "2026-02-30T10:00", "2026-13-01T10:00", "morgen", "2026-12-04"])("%p is no moment", (text) => {
  expect(instantOf(text, "Europe/Berlin")).toBeNull();
});

test("an instant goes to the wall clock and back", () => {
  const instant = new Date("2026-10-24T22:15:00Z");
  expect(localOf(instant, "Europe/Berlin")).toBe("2026-10-25T00:15");
  expect(instantOf(localOf(instant, "Europe/Berlin"), "Europe/Berlin")).toEqual(instant);
});
