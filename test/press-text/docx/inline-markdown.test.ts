import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { documentOf } from "../../../service/edges/dashboard/rich-text/from-markdown.ts";
import { blocksOf, joinBlocks } from "../../../service/press-text/docx/html-to-markdown.ts";
import { type HtmlNode, parseHtml } from "../../../service/press-text/docx/parse-html.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";

const href = "https://a.de/x";
const markdownOf = (html: string) => joinBlocks(blocksOf(parseHtml(`<p>${html}</p>`).children));

describe("words of a Word document or a page", () => {
  const link = (words: string) => `<a href="${href}">${words}</a>`;
  test.each([
    [`Die <strong>${link("Firma")}</strong>s neue`, `Die [**Firma**](${href})s neue`],
    [`Haus<strong>${link("(Link)")}</strong>wort`, `Haus[**(Link)**](${href})wort`],
    [`Die <em>${link("Firma")}</em> neue`, `Die *[Firma](${href})* neue`],
    [`Jetzt anmelden!${link("Zur Anmeldung")}`, `Jetzt anmelden\\![Zur Anmeldung](${href})`],
    [`Jetzt! ${link("Zur Anmeldung")}`, `Jetzt! [Zur Anmeldung](${href})`],
    [link("https://firma.de/a_b_c*d*"), `[https://firma.de/a_b_c\\*d\\*](${href})`],
    ["https://firma.de/<strong>aktion</strong>", "<https://firma.de/>**aktion**"],
    ["https://firma.de/a.<em>b</em>", "<https://firma.de/a>.*b*"],
    [`https://firma.de/${link("mehr")}`, `<https://firma.de/>[mehr](${href})`],
    ["<strong>https://firma.de/a</strong>-Seite", "**<https://firma.de/a>**-Seite"],
    [
      "<strong>https://firma.de/a_b</strong> https://firma.de/*c",
      "**https://firma.de/a_b** https://firma.de/*c",
    ],
    ["<strong>https://firma.de</strong>Wort", "<https://firma.de>Wort"],
    ["<strong>.</strong>https://firma.de&amp;amp;Wort", ".https://firma.de\\&amp;Wort"],
    ["https://firma.de/a)*b* https://*c*", "https://firma.de/a)\\*b\\* https://\\*c\\*"],
  ])("keep their signs, and marks and links stand where they count: %p", (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
    expect(readText(markdown).plain).toBe(html.replace(/<[^>]+>/g, "").replaceAll("&amp;", "&"));
  });

  test("stay struck beside a word, whatever else they are", () => {
    expect(markdownOf("<s><em>Neu</em></s>werk")).toBe("~~Neu~~werk");
  });

  test("lead where they led, even where the address looks like a sign of Markdown", () => {
    const markdown = markdownOf('<a href="https://a.de/?a\\*b&amp;copy;=1">mehr</a>');
    expect(readText(markdown).links.map(({ url }) => url)).toEqual(["https://a.de/?a%5C*b&copy;=1"]);
  });

  test("take a moment where addresses stand within one another", () => {
    const start = performance.now();
    markdownOf(`${"https://a/".repeat(20_000)}<strong>b</strong>`);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test("take a moment in a line of many blanks, also where they stand as they were typed", () => {
    const blanks = " ".repeat(100_000);
    const start = performance.now();
    expect(markdownOf(`a${blanks}b`)).toBe(`a${blanks}b`);
    expect(
      joinBlocks(blocksOf([{ tag: "pre", attributes: {}, children: [`\n a${blanks}b ${blanks}`] }])),
    ).toBe(`\`\`\`\n a${blanks}b\n\`\`\``);
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  test("take a moment in a line of many pieces", () => {
    const address = "https://firma.de/";
    const bold: HtmlNode = { tag: "strong", attributes: {}, children: [address] };
    const children = Array.from({ length: 80_000 }, (_, index) => (index % 2 === 0 ? address : bold));
    const start = performance.now();
    blocksOf([{ tag: "p", attributes: {}, children }]);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  test("keep their letters, however they are marked", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const { doc } = documentOf(joinBlocks(blocksOf([{ tag: "p", attributes: {}, children: pieces }])));
        expect(lettersIn(doc.textContent)).toBe(lettersIn(pieces.map(wordsOf).join("")));
      }),
      { numRuns: 1_000 },
    );
  });
});

const text = fc
  .array(
    fc.constantFrom(
      ...[
        "Wort",
        "a_b",
        "„Zitat“",
        "Müller",
        "(Link)",
        ")",
        "5 * 3",
        " ",
        ".",
        ",",
        "🎉",
        "-Seite",
        "/karriere",
      ],
      ...["*", "_", "[x]", "!", "1.", "- ", "# ", "> ", "| ", "`", "~~", "\\", "===", "---", "<b>", "&amp;"],
      ...["https://firma.de", "https://firma.de/", "https://firma.de/a_b*c"],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(""));
const piece = fc
  .tuple(text, fc.subarray(["strong", "em", "s", "a"]))
  .map(([words, tags]) =>
    tags.reduce<HtmlNode | string>(
      (inner, tag) => ({ tag, attributes: tag === "a" ? { href } : {}, children: [inner] }),
      words,
    ),
  );

function wordsOf(node: HtmlNode | string): string {
  return typeof node === "string" ? node : node.children.map(wordsOf).join("");
}

function lettersIn(words: string): string {
  return words.replace(/\s+/g, "");
}
