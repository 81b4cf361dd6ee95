import { describe, expect, test } from "bun:test";
import { summaryOf } from "../../../service/press-text/markdown/press-text.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";

describe("plain text", () => {
  test("has the words without the marks, a line for each block", () => {
    const markdown =
      "# Titel\n\nEin **fetter**\n[Link](https://a.example) mit `Code`.\n\n- eins\n- zwei ![Bild](https://a.example/b)";
    expect(readText(markdown).plain).toBe("Titel\nEin fetter Link mit Code.\neins\nzwei");
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
  expect(readText("").wordCount).toBe(0);
});
