import { describe, expect, test } from "bun:test";
import { summaryOf } from "../../../service/press-text/markdown/press-text.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";

describe("plain text", () => {
  test("has the words without the marks, a line for each block", () => {
    const markdown =
      "# Titel\n\nEin **fetter**\n[Link](https://a.example) mit `Code`.\n\n- eins\n- zwei ![Bild](https://a.example/b)";
    expect(readText(markdown).plain).toBe("Titel\nEin fetter Link mit Code.\neins\nzwei");
  });

  test("keeps the numbers of items and the rows of a table, which are no words", () => {
    const markdown =
      "3. drei\n4. vier\n   - auch\n   1. innen\n5. fünf\n\n   weiter\n\n| | 2025 |\n| --- | --- |\n| Umsatz | **5** |\n| | |\n| Summe | |";
    expect(readText(markdown)).toMatchObject({
      plain: "3. drei\n4. vier\nauch\n1. innen\n5. fünf\nweiter\n· 2025\nUmsatz · 5\nSumme ·",
      wordCount: 10,
    });
  });

  test("has no hyphens that only a line's end would show: a word with them is one", () => {
    expect(readText("Das Donau\u00addampf\u00adschiff, 10\u00a0000 Kolleg\u200b:innen")).toMatchObject({
      plain: "Das Donaudampfschiff, 10 000 Kolleg:innen",
      wordCount: 6,
    });
  });

  test("leaves out struck words: without their line they would hold again", () => {
    expect(readText("Für ~~99~~ 79 Euro.\n\n~~Entfällt.~~").plain).toBe("Für 79 Euro.");
  });

  test("shows HTML and entities as what the reader sees", () => {
    expect(readText("&amp; <b>fett</b> &lt;").plain).toBe("& <b>fett</b> <");
  });
});

describe("a summary", () => {
  test("leaves headings out and stays whole up to its limit", () => {
    expect(summaryOf(readText("## Kopf\n\nEin Satz."), 9)).toBe("Ein Satz.");
  });

  test("one character too long ends at a word with an ellipsis", () => {
    expect(summaryOf(readText("Heute geht der Windpark ans Netz."), 32)).toBe("Heute geht der Windpark ans…");
    expect(summaryOf(readText("Heute geht, der Windpark"), 12)).toBe("Heute geht…");
    expect(summaryOf(readText("Heute geht er. Der Windpark"), 17)).toBe("Heute geht er…");
  });

  test("counts code points, so that no character is cut in half", () => {
    expect(summaryOf(readText("😀".repeat(12)), 10)).toBe(`${"😀".repeat(9)}…`);
  });

  test("of a text that is only a heading is the heading, and of nothing is empty", () => {
    expect(summaryOf(readText("# Nur ein Titel"))).toBe("Nur ein Titel");
    expect(summaryOf(readText(""))).toBe("");
  });
});

test("words are counted as people count them", () => {
  expect(readText("Nord-Ostsee-Kanal kostet 1.280,50 Euro – am 3. Mai.").wordCount).toBe(7);
  expect(readText("**Fett** und _kursiv_, [ein Link](https://a.example/x/y)").wordCount).toBe(5);
  expect(readText("Wa\u0308rmepumpen fu\u0308r alle").wordCount).toBe(3);
  expect(readText("नमस्ते दुनिया").wordCount).toBe(2);
  expect(readText("\u0308 \u0308").wordCount).toBe(0);
  expect(readText("").wordCount).toBe(0);
});
