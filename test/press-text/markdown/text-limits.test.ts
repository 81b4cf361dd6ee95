import { describe, expect, test } from "bun:test";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import {
  captionLengthMax,
  imagesMax,
  linksMax,
  nestingMax,
  tableCellsMax,
  textCharactersMax,
} from "../../../service/press-text/markdown/text-limits.ts";
import { htmlOf } from "./support/html-of.ts";

const count = (html: string, part: string) => html.split(part).length - 1;
const excess = (markdown: string) => readText(markdown).excess;

describe("a text with", () => {
  test("as many links as allowed shows them, one more stands there as plain text", () => {
    const links = (number: number) => "[Wort](https://a.example/) ".repeat(number);
    expect(excess(links(linksMax))).toBeNull();
    expect(count(htmlOf(links(linksMax)), "<a ")).toBe(linksMax);
    expect(excess(links(linksMax + 1))).toBe("The text has 501 links (at most 500). Shorten it.");
    expect(count(htmlOf(links(linksMax + 1)), "<a ")).toBe(linksMax);
    expect(htmlOf(`${links(linksMax)}[letzter](/newsroom/a)`)).toEndWith(" letzter</p>\n");
  });

  test("as many pictures as allowed shows them, one more leaves its description", () => {
    const images = (number: number) => "![Bild](/media/b.png) ".repeat(number);
    expect(excess(images(imagesMax))).toBeNull();
    expect(count(htmlOf(images(imagesMax)), "<img ")).toBe(imagesMax);
    expect(excess(images(imagesMax + 1))).toBe("The text has 101 pictures (at most 100). Shorten it.");
    expect(count(htmlOf(images(imagesMax + 1)), "<img ")).toBe(imagesMax);
    expect(htmlOf(images(imagesMax + 1))).toEndWith("> Bild</p>\n");
  });

  test("a caption longer than allowed is cut, so that one definition can't fill the page a hundred times", () => {
    const figures = (length: number) => `[a]: /media/b.png "${"x".repeat(length)}"\n\n![a]\n\n`;
    const caption = (length: number) => /<figcaption>(x*)(…?)</.exec(htmlOf(figures(length)))?.slice(1);
    expect(caption(captionLengthMax)).toEqual(["x".repeat(captionLengthMax), ""]);
    expect(caption(captionLengthMax + 1)).toEqual(["x".repeat(captionLengthMax - 1), "…"]);
  });

  test("as many table cells as allowed shows the tables, with one row more they are plain text", () => {
    const table = (rows: number) => `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(rows - 1)}`;
    expect(excess(table(tableCellsMax / 2))).toBeNull();
    expect(count(htmlOf(table(tableCellsMax / 2)), "<td>")).toBe(tableCellsMax - 2);
    expect(excess(table(tableCellsMax / 2 + 1))).toContain("2002 table cells (at most 2000)");
    expect(htmlOf(table(tableCellsMax / 2 + 1))).toStartWith("<p>| a | b |\n");
  });

  test("quotations as deep as allowed shows them, what is deeper is a plain paragraph", () => {
    expect(excess(`${"> ".repeat(nestingMax)}innen`)).toBeNull();
    expect(excess(`${"> ".repeat(nestingMax + 1)}innen`)).toBe(
      "The text has 21 levels of nesting (at most 20). Shorten it.",
    );
    const html = htmlOf(`${"> ".repeat(nestingMax + 3)}innen\n\ndanach`);
    expect(count(html, "<blockquote>")).toBe(nestingMax + 1);
    expect(html).toContain("<p>&gt; &gt; innen</p>");
    expect(html).toEndWith("<p>danach</p>\n");
  });

  test("lists as deep as allowed shows them, what is deeper loses no word", () => {
    const list = (depth: number) =>
      Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- Punkt ${level + 1}`).join("\n");
    expect(excess(list(nestingMax / 2))).toBeNull();
    expect(excess(list(nestingMax / 2 + 1))).toContain("levels of nesting");
    const html = htmlOf(list(nestingMax / 2 + 4));
    for (let point = 1; point <= nestingMax / 2 + 4; point += 1) expect(html).toContain(`Punkt ${point}`);
  });

  test("emphasis as deep as allowed shows it, deeper marks stay marks", () => {
    const bold = (depth: number) => `${"*a ".repeat(depth)}Wort${" a*".repeat(depth)}`;
    expect(excess(bold(nestingMax))).toBeNull();
    expect(count(htmlOf(bold(nestingMax)), "<em>")).toBe(nestingMax);
    expect(excess(bold(nestingMax + 1))).toContain("21 levels of nesting");
    expect(count(htmlOf(bold(nestingMax + 1)), "<em>")).toBe(nestingMax);
    expect(htmlOf(bold(nestingMax + 1))).toContain("*a Wort a*");
  });

  test("the most characters is rendered, with one more it stands there as it was written", () => {
    const emoji = `*${"😀".repeat(textCharactersMax - 2)}*`;
    expect(excess(emoji)).toBeNull();
    expect(htmlOf(emoji)).toStartWith("<p><em>😀");
    expect(excess(`${emoji}a`)).toContain(`more than ${textCharactersMax} characters`);
    expect(htmlOf(`${emoji}a`)).toStartWith("<p>*😀");
  });

  test("Markdown that the parser would go over again and again is shown as it was written", () => {
    const intricate = "\n> [a]: b\n<".repeat(5_000);
    expect(excess(intricate)).toContain("Simplify its Markdown");
    expect(htmlOf(intricate)).toStartWith("<p>&gt; [a]: b<br>\n&lt;<br>\n&gt; [a]: b");
  });

  test("none of this has nothing to be refused for", () => {
    expect(
      excess("## Titel\n\n> Zitat\n\n- Punkt\n\n| a |\n|---|\n| b |\n\n[Link](https://a.example)"),
    ).toBeNull();
  });
});

test.each([
  ["(siehe https://a.example/x_(y)).", "https://a.example/x_(y)"],
  ["https://a.example/x.", "https://a.example/x"],
  ["„https://a.example/x“", "https://a.example/x"],
  ["https://a.example/x(", "https://a.example/x"],
  ["https://a.example/[x]]", "https://a.example/%5Bx%5D"],
  ["**https://a.example/x**", "https://a.example/x"],
  ["https://ümlaut.example/straße?a=1&b=ä#c", "https://xn--mlaut-jva.example/stra%C3%9Fe?a=1&b=%C3%A4#c"],
  ["https://a.example:8443/x,y;z", "https://a.example:8443/x,y;z"],
  ["http://localhost/x", "http://localhost/x"],
])("the address in %p is %p", (markdown, url) => {
  expect(readText(markdown).links.map((link) => link.url)).toEqual([url]);
});

test.each(["//a.example/x", "ftp://a.example/x", "https://", "https://-", "a.example"])(
  "%p is not linked",
  (markdown) => {
    expect(readText(markdown).links).toEqual([]);
  },
);
