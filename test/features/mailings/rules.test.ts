import { describe, expect, test } from "bun:test";
import {
  type Addressed,
  countedUrl,
  delaysOf,
  fillPlaceholders,
  placeholdersInAddresses,
  salutationOf,
  unknownPlaceholders,
  withHostsOnly,
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

  test.each([
    [ada, "Dear Dr. Ahrens"],
    [{ ...ada, title: null }, "Dear Ms Ahrens"],
    [{ ...ada, addressAs: "mr" as const, title: null }, "Dear Mr Ahrens"],
    [{ ...ada, addressAs: null }, "Hello Dr. Ada Ahrens"],
    [{ ...ada, lastName: null, firstName: null }, "Hello"],
  ])("speak English to %o", (contact, wanted) => {
    expect(salutationOf(contact, "en")).toBe(wanted);
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

describe("addresses", () => {
  test.each([
    ["Hallo {Vorname}, siehe https://x.example/a.", []],
    ["https://x.example/?p={Vorname}", ["Vorname"]],
    ["www.x{Medium}.example", ["Medium"]],
    ["x.example/{Vorname}", ["Vorname"]],
    ["{Vorname}@x.example", ["Vorname"]],
    ["mailto:a@x.example?subject={Medium}", ["Medium"]],
    ["{Medium}/lokales", ["Medium"]],
    ["https://x.example/ {Vorname}abc", ["Vorname"]],
    ["https://x.example/ {Vorname}, und mehr", []],
    ["An {Medium}-Leser und {Vorname}.", []],
  ])("hold no placeholder: %p", (text, names) => {
    expect(placeholdersInAddresses(text)).toEqual(names);
  });

  test.each([
    [
      "Impressum https://www.zeitung.example/impressum?von=ada#x vom 3.5.",
      "Impressum www.zeitung.example vom 3.5.",
    ],
    ["zeitung.example/team/ada", "zeitung.example"],
    ["Mail von ada@zeitung.example", "Mail von zeitung.example"],
    ["https://ada:x@zeitung.example/", "zeitung.example"],
    ["Frau Dr. Ahrens und/oder Ressort (Politik)", "Frau Dr. Ahrens und/oder Ressort (Politik)"],
  ])("of one recipient are shown by their hosts: %p", (text, shown) => {
    expect(withHostsOnly(text)).toBe(shown);
    expect(fillPlaceholders("{Medium}", { ...ada, medium: text })).toBe(shown);
  });

  test("of full length are read quickly", () => {
    for (const text of [
      "a.bc ".repeat(1_000),
      "a".repeat(5_000),
      "{Vorname}".repeat(500),
      "a ".repeat(2_500),
    ]) {
      const startMs = performance.now();
      placeholdersInAddresses(text);
      withHostsOnly(text);
      expect(performance.now() - startMs).toBeLessThan(1_000);
    }
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
