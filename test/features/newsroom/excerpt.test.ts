import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { excerptOf } from "../../../service/features/newsroom/excerpt.ts";

const shown = (text: string, stems: string[]) =>
  excerptOf(text, stems)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join("");

describe("an excerpt", () => {
  test("marks each form of a word, whatever its umlauts and the stemmer of the database", () => {
    for (const stem of ["warmepump", "waermepump", "wärmepump"])
      expect(shown("Die Wärmepumpen und eine Waermepumpe.", [stem])).toBe(
        "Die [Wärmepumpen] und eine [Waermepumpe].",
      );
    expect(shown("A company, two companies", ["compani"])).toBe("A [company], two [companies]");
  });

  test("marks no word that only begins alike", () => {
    expect(shown("Bau Baustellenfahrzeuge", ["bau"])).toBe("[Bau] Baustellenfahrzeuge");
    expect(shown("Baum", [""])).toBe("Baum");
  });

  test("shows the surroundings of the first hit, cut at words", () => {
    const text = `${"davor ".repeat(100)}Treffer ${"danach ".repeat(100)}`;
    const excerpt = shown(text, ["treff"]);
    expect(excerpt).toMatch(/^… davor .*\[Treffer\] danach .* …$/);
    expect(excerpt.length).toBeLessThan(260);
  });

  test("shows the beginning where no word fits, and ends neatly at the end", () => {
    expect(shown("Kurz.", ["nichts"])).toBe("Kurz.");
    expect(shown("wort ".repeat(100), ["nichts"])).toEndWith("wort …");
  });

  test("is a part of the text, short, and never cuts a character in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), fc.array(fc.string()), (text, stems) => {
        const parts = excerptOf(text, stems);
        const joined = parts.map((part) => part.text).join("");
        expect(joined.length).toBeLessThanOrEqual(244);
        const inner = joined.replace(/^… /, "").replace(/ …$/, "");
        expect(text.replaceAll("\n", " ")).toContain(inner.trim());
        expect(joined.isWellFormed()).toBe(true);
      }),
    );
  });
});
