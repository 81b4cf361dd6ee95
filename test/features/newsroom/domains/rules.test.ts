import { describe, expect, test } from "bun:test";
import { normalHost } from "../../../../service/features/newsroom/domains/rules.ts";

const label63 = "a".repeat(63);
const name253 = `${label63}.${label63}.${label63}.${"b".repeat(53)}.example`;
const name254 = `${label63}.${label63}.${label63}.${"b".repeat(54)}.example`;

describe("the name of an own domain", () => {
  test("is kept in one spelling: lower case, punycode, no blanks around it", () => {
    expect(normalHost("Presse.Kunde.Example")).toBe("presse.kunde.example");
    expect(normalHost("  presse.kunde.example ")).toBe("presse.kunde.example");
    expect(normalHost("presse.müller.example")).toBe("presse.xn--mller-kva.example");
    expect(normalHost("PRESSE.MÜLLER.example")).toBe("presse.xn--mller-kva.example");
    expect(normalHost("xn--mller-kva.example")).toBe("xn--mller-kva.example");
  });

  test("has 253 characters at most, and 63 in each part", () => {
    expect(name253).toHaveLength(253);
    expect(normalHost(name253)).toBe(name253);
    expect(name254).toHaveLength(254);
    expect(normalHost(name254)).toBeNull();
    expect(normalHost(`${label63}.example`)).not.toBeNull();
    expect(normalHost(`${label63}a.example`)).toBeNull();
    expect(normalHost(`${"ü".repeat(300)}.example`)).toBeNull();
  });

  test.each([
    "",
    ".",
    "..",
    "example",
    "localhost",
    "presse.localhost",
    "a..example",
    ".kunde.example",
    "presse.kunde.example.",
    "presse.kunde.example..",
    "presse.kunde.example:443",
    "https://presse.kunde.example",
    "presse.kunde.example/",
    "presse.kunde.example/../x",
    "user@kunde.example",
    "presse_alt.kunde.example",
    "-presse.kunde.example",
    "presse-.kunde.example",
    "*.kunde.example",
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "１２７.0.0.1",
    "[::1]",
    "::1",
    "co.uk",
    "com",
    "pres\0se.kunde.example",
    "presse kunde.example",
    "presse。kunde。example。",
    "xn--a.example\u0000",
    "xn--zzzzzz--.example",
  ])("is refused as %p", (text) => {
    expect(normalHost(text)).toBeNull();
  });
});
