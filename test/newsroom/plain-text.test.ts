import { describe, expect, test } from "bun:test";
import { countWords, plainText, summarise } from "../../service/newsroom/plain-text.ts";

describe("plain text", () => {
  test("has the words without the marks, a line for each block", () => {
    const markdown =
      "# Titel\n\nEin **fetter**\n[Link](https://a.example) mit `Code`.\n\n- eins\n- zwei ![Bild](https://a.example/b)";
    expect(plainText(markdown)).toBe("Titel\nEin fetter Link mit Code.\neins\nzwei");
  });

  test("shows HTML and entities as what the reader sees", () => {
    expect(plainText("&amp; <b>fett</b> &lt;")).toBe("& <b>fett</b> <");
  });
});

describe("a summary", () => {
  test("leaves headings out and stays whole up to its limit", () => {
    expect(summarise("## Kopf\n\nEin Satz.", 9)).toBe("Ein Satz.");
  });

  test("one character too long ends at a word with an ellipsis", () => {
    expect(summarise("Heute geht der Windpark ans Netz.", 32)).toBe("Heute geht der Windpark ans…");
    expect(summarise("Heute geht, der Windpark", 12)).toBe("Heute geht…");
  });

  test("counts code points, so that no character is cut in half", () => {
    expect(summarise("😀".repeat(12), 10)).toBe(`${"😀".repeat(9)}…`);
  });

  test("of a text that is only a heading is the heading, and of nothing is empty", () => {
    expect(summarise("# Nur ein Titel")).toBe("Nur ein Titel");
    expect(summarise("")).toBe("");
  });
});

test("words are counted as people count them", () => {
  expect(countWords("Nord-Ostsee-Kanal kostet 1.280,50 Euro – am 3. Mai.")).toBe(7);
  expect(countWords("**Fett** und _kursiv_, [ein Link](https://a.example/x/y)")).toBe(5);
  expect(countWords("")).toBe(0);
});
