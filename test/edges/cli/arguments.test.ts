import { describe, expect, test } from "bun:test";
import {
  parseCount,
  parseId,
  parseInstant,
  parseName,
  parseOneOf,
  parsePort,
  parseSlug,
} from "../../../service/edges/cli/arguments.ts";

describe("whole numbers are taken up to their bounds", () => {
  test.each([
    ["an id", parseId, 1, 2_147_483_647],
    ["a port", parsePort, 0, 65_535],
    ["a count", parseCount, 0, 1_000_000],
  ])("%s", (_name, parse, minimum, maximum) => {
    expect(parse(String(minimum))).toBe(minimum);
    expect(parse(String(maximum))).toBe(maximum);
    expect(() => parse(String(minimum - 1))).toThrow(/whole number/);
    expect(() => parse(String(maximum + 1))).toThrow(/whole number/);
  });

  test.each(["", " ", "1.0", "1e3", "0x10", "+1", "-0", "١", "1 ", "Infinity", "99999999999"])(
    "%j is refused",
    (text) => {
      expect(() => parseId(text)).toThrow(/whole number/);
    },
  );
});

test("a name has 1 to 200 code points after its spaces are cut", () => {
  expect(parseName("  Müller  ")).toBe("Müller");
  expect(parseName("😀".repeat(200))).toBe("😀".repeat(200));
  expect(() => parseName("😀".repeat(201))).toThrow(/1 to 200/);
  expect(() => parseName(" \t")).toThrow(/1 to 200/);
});

test.each(["assets", "health", "ready", "impressum", "datenschutz"])("%s is no slug of anybody", (word) => {
  expect(() => parseSlug(word)).toThrow(/keeps this word/);
  expect(parseSlug(`${word}-2`)).toBe(`${word}-2`);
});

test("a slug has at most 80 characters of a-z, 0-9 and single hyphens", () => {
  expect(parseSlug("a")).toBe("a");
  expect(() => parseSlug("suche")).toThrow("The service keeps this word for itself");
  expect(parseSlug("a".repeat(80))).toBe("a".repeat(80));
  for (const wrong of ["", "a".repeat(81), "A", "ä", "a--b", "-a", "a-", "a b", "a/b", "a\n"]) {
    expect(() => parseSlug(wrong)).toThrow(/at most 80/);
  }
});

test("an instant is an ISO date-time with its zone", () => {
  expect(parseInstant("2027-01-31T12:00Z")).toEqual(new Date("2027-01-31T12:00:00Z"));
  expect(parseInstant("2027-01-31T12:00:00+01:00")).toEqual(new Date("2027-01-31T11:00:00Z"));
  const withoutZone = ["2027-01-31", "2027-01-31T12:00", "2027-01-31T12:00:00"];
  const none = ["", "tomorrow", "31.01.2027", "2027-13-01T00:00Z", "1", "Jan 1 2027", "2027-01-31T12:00+1"];
  const noDay = ["2027-02-29T12:00Z", "2028-02-30T12:00:00+01:00", "2027-04-31T12:00Z", "0000-01-01T00:00Z"];
  expect(parseInstant("2028-02-29T12:00Z")).toEqual(new Date("2028-02-29T12:00:00Z"));
  for (const wrong of [...withoutZone, ...none, ...noDay]) {
    expect(() => parseInstant(wrong)).toThrow(/ISO 8601/);
  }
});

test("one of several words is taken as it stands, and nothing inherited is", () => {
  const parse = parseOneOf(["starter", "agency"]);
  expect(parse("agency")).toBe("agency");
  for (const wrong of ["Agency", "", "constructor", "starter,agency"])
    expect(() => parse(wrong)).toThrow(/one of/);
});
