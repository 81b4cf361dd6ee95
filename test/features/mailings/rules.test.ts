import { describe, expect, test } from "bun:test";
import {
  type Addressed,
  countedUrl,
  delaysOf,
  fillPlaceholders,
  salutationOf,
  unknownPlaceholders,
} from "../../../service/features/mailings/rules.ts";

const ada: Addressed = {
  addressAs: "ms",
  title: "Dr.",
  firstName: "Ada",
  lastName: "Ahrens",
  medium: "Weser-Kurier",
};

describe("placeholders", () => {
  test.each([
    [ada, "Sehr geehrte Frau Dr. Ahrens"],
    [{ ...ada, addressAs: "mr" as const, title: null }, "Sehr geehrter Herr Ahrens"],
    [{ ...ada, addressAs: null }, "Guten Tag Dr. Ada Ahrens"],
    [{ ...ada, lastName: null }, "Guten Tag Ada"],
    [{ ...ada, lastName: null, firstName: null }, "Guten Tag"],
  ])("speak to %o", (contact, wanted) => {
    expect(salutationOf(contact)).toBe(wanted);
  });

  test("leave no blank behind where something is not known", () => {
    expect(fillPlaceholders("Hallo {Vorname}, liebe {Medium}!", ada)).toBe("Hallo Ada, liebe Weser-Kurier!");
    expect(fillPlaceholders("Hallo {Vorname}, liebe {Medium}!", { ...ada, firstName: null })).toBe(
      "Hallo, liebe Weser-Kurier!",
    );
    // What a name holds is no placeholder again.
    expect(fillPlaceholders("{Vorname}", { ...ada, firstName: "{Medium}" })).toBe("{Medium}");
  });

  test("that are misspelt are found, and braces that hold none are left", () => {
    expect(unknownPlaceholders("{Anrede} {anrede} {Name} {} {Name}")).toEqual(["anrede", "Name", ""]);
    expect(unknownPlaceholders("{Anrede} a { b\n } c")).toEqual([]);
  });
});

describe("the pace", () => {
  test("spreads mails to one domain, and lets others pass", () => {
    const delays = delaysOf(["a", "a", "b", "a"], { domainPerSecond: 2, sentBefore: null });
    expect(delays).toEqual([0, 0.5, 0, 1]);
  });

  test("is slower for a domain that has sent little, and full afterwards", () => {
    const domains = Array.from({ length: 200 }, (_, index) => String(index));
    const first = delaysOf(domains, { domainPerSecond: 100, sentBefore: 0 });
    expect(first[99]).toBeCloseTo(99 * 3);
    expect(first[199]).toBeCloseTo(100 * 3 + 99);
    expect(delaysOf(domains, { domainPerSecond: 100, sentBefore: 2_000 }).at(-1)).toBe(0);
  });

  test("keeps 10,000 recipients of a new domain within an hour", () => {
    const domains = Array.from({ length: 10_000 }, (_, index) => String(index % 500));
    expect(Math.max(...delaysOf(domains, { domainPerSecond: 5, sentBefore: 0 }))).toBeLessThan(3_600);
  });
});

test("a counted link is the same for all, and names the mailing alone", () => {
  const id = "0197f3c2-1111-7abc-8def-0123456789ab";
  expect(countedUrl("https://presse.example/newsroom/a/b?x=1", id)).toBe(
    "https://presse.example/newsroom/a/b?x=1&utm_source=aussand&utm_medium=email&utm_campaign=aussand-0123456789ab",
  );
});
