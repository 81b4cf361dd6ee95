import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Node } from "prosemirror-model";
import { schema } from "../../../../service/edges/dashboard/rich-text/schema.ts";
import { markdownOf } from "../../../../service/edges/dashboard/rich-text/to-markdown.ts";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";
import { lettersOf, lettersReadBack, touchingPieces } from "./support/touching-pieces.ts";

const link = { href: "https://a.de" };

describe("pieces of a line that touch", () => {
  const besides: [string, string, string[], Node[]][] = [
    [
      "<https://firma.de/>**aktion**",
      "https://firma.de/aktion",
      ["https://firma.de/"],
      [piece("https://firma.de/"), piece("aktion", "strong")],
    ],
    [
      "<https://firma.de/a>**.**",
      "https://firma.de/a.",
      ["https://firma.de/a"],
      [piece("https://firma.de/a"), piece(".", "strong")],
    ],
    [
      "<https://firma.de/a>.**b**",
      "https://firma.de/a.b",
      ["https://firma.de/a"],
      [piece("https://firma.de/a."), piece("b", "strong")],
    ],
    [
      "**Web: <https://firma.de/a>**-Seite",
      "Web: https://firma.de/a-Seite",
      ["https://firma.de/a"],
      [piece("Web: https://firma.de/a", "strong"), piece("-Seite")],
    ],
    [
      "<https://firma.de>*kursiv*/karriere",
      "https://firma.dekursiv/karriere",
      ["https://firma.de/"],
      [piece("https://firma.de"), piece("kursiv", "em"), piece("/karriere")],
    ],
    [
      "<https://firma.de/>[mehr](https://a.de)",
      "https://firma.de/mehr",
      ["https://firma.de/", "https://a.de/"],
      [piece("https://firma.de/"), piece("mehr", "link")],
    ],
    [
      "ü<https://firma.de/a>**b**",
      "ühttps://firma.de/ab",
      ["https://firma.de/a"],
      [piece("ühttps://firma.de/a"), piece("b", "strong")],
    ],
    // Letters at a mark may be written as numbers: those of an address would no longer be one.
    [
      "&#97;**(b)** **https://firma.de**",
      "a(b) https://firma.de",
      ["https://firma.de/"],
      [piece("a"), piece("(b)", "strong"), piece(" "), piece("https://firma.de", "strong")],
    ],
  ];
  test.each(besides)("keep a written-out address a link of its own: %p", (markdown, plain, links, pieces) => {
    const written = writtenOf(pieces);
    expect(written).toBe(markdown);
    const read = readText(written);
    expect([read.plain, read.links.map(({ url }) => url)]).toEqual([plain, links]);
  });

  test("leave an address with a blank beside it as people write it", () => {
    const pieces = [
      piece("Mehr: "),
      piece("https://firma.de", "strong"),
      piece(" und https://a.de, "),
      piece("b", "em"),
    ];
    expect(writtenOf(pieces)).toBe("Mehr: **https://firma.de** und https://a.de, *b*");
  });

  test("have an address in a link that looks like an entity as it was", () => {
    const href = "https://a.de/?a&copy;=1";
    const written = writtenOf([schema.text("mehr", [schema.mark("link", { href })])]);
    expect(readText(written).links.map(({ url }) => url)).toEqual(["https://a.de/?a&copy;=1"]);
  });

  test("lose a look where Markdown has no way to write it, never their words", () => {
    const pieces = [piece("Fett", "strong"), piece(" und a"), piece("~", "strike"), piece("b")];
    expect(writtenOf(pieces)).toBe("**Fett** und a~b");
  });

  test("take a moment where ten thousand addresses stand within one another", () => {
    const start = performance.now();
    writtenOf([piece("https://a/".repeat(10_000)), piece("b", "strong")]);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test("keep their letters, however they are marked", () => {
    fc.assert(
      fc.property(touchingPieces, (doc) => {
        expect(lettersReadBack(doc)).toBe(lettersOf(doc));
      }),
      { numRuns: 1_000 },
    );
  });
});

function piece(text: string, ...names: string[]): Node {
  return schema.text(
    text,
    names.map((name) => schema.mark(name, name === "link" ? link : null)),
  );
}

function writtenOf(pieces: Node[]): string {
  return markdownOf(schema.node("doc", null, [schema.node("paragraph", null, pieces)]), new WeakMap());
}
