import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { candidateSlugs, numberedSlug, slugify, slugLengthMax } from "../../../service/floor/web/slug.ts";

describe("a slug", () => {
  test.each([
    [
      "Österreichs größte Straßenbahn fährt über Übersee",
      "oesterreichs-groesste-strassenbahn-faehrt-ueber-uebersee",
    ],
    ["O\u0308sterreich (zerlegt geschrieben)", "oesterreich-zerlegt-geschrieben"],
    ["ÄÖÜ ẞ", "aeoeue-ss"],
    ["Donau\u00addampf\u00adschiff fährt", "donaudampfschiff-faehrt"],
    ["Café Ærø, Łódź & Ørsted", "cafe-aeroe-lodz-oersted"],
    ["İstanbul ve Iğdır", "istanbul-ve-igdir"],
    ["Kosten: 12 Mio. € – „mehr“ als 2025?", "kosten-12-mio-euro-mehr-als-2025"],
    ["Petersen’s & Sohn's", "petersens-sohns"],
    ["Ελλάδα, Россия", "ellada-rossiya"],
    ["iPhone-App von ClientName", "iphone-app-von-clientname"],
    ["  --- Hallo ---  ", "hallo"],
    ["../../etc/passwd", "etc-passwd"],
    ["<script>alert(1)</script>", "script-alert-1-script"],
  ])("of %p is %p", (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  test("is never empty: texts without a letter that can be spelt in Latin ones get the fallback", () => {
    expect(slugify("")).toBe("meldung");
    expect(slugify("北京 😀 …")).toBe("meldung");
    expect(slugify("東京", "kunde")).toBe("kunde");
  });

  test("of exactly the longest length stays whole, and one character more is cut at the word before", () => {
    const words = `${"abcdefghi-".repeat(7)}abcdefghij`;
    expect(words).toHaveLength(slugLengthMax);
    expect(slugify(words)).toBe(words);
    expect(slugify(`${words}k`)).toBe("abcdefghi-".repeat(7).slice(0, -1));
    expect(slugify(`${words} k`)).toBe(words);
  });

  test("of one long word is cut inside it", () => {
    expect(slugify("a".repeat(200))).toBe("a".repeat(slugLengthMax));
    expect(slugify(`ein ${"a".repeat(200)}`)).toHaveLength(slugLengthMax);
  });

  test("always has the shape of a path segment, and making it again changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const slug = slugify(text);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(slugLengthMax);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });

  test("gets a number from the second release of its name on, within the same bound", () => {
    expect(numberedSlug("bilanz", 1)).toBe("bilanz");
    expect(numberedSlug("bilanz", 2)).toBe("bilanz-2");
    expect(numberedSlug("a".repeat(slugLengthMax), 12)).toBe(`${"a".repeat(slugLengthMax - 3)}-12`);
    expect(numberedSlug(`${"a".repeat(77)}-bc`, 2)).toBe(`${"a".repeat(77)}-2`);
  });

  test("of a page of the newsroom itself is taken, and gets a number", () => {
    for (const word of ["Suche", "Bilder", "Thema", "Jahr", "Assets"])
      expect(candidateSlugs(word)[0]).toBe(`${word.toLowerCase()}-2`);
    expect(candidateSlugs("Suche nach Öl")[0]).toBe("suche-nach-oel");
  });

  test("has lowered digits, raised units and the joined letters of a PDF", () => {
    expect(candidateSlugs("CO₂-neutral auf 500 m²")[0]).toBe("co2-neutral-auf-500-m2");
    expect(candidateSlugs("Oﬀen ﬁnanziert")[0]).toBe("offen-finanziert");
    expect(candidateSlugs("Beispiel™")[0]).toBe("beispiel");
  });
});
