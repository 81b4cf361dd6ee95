import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Node } from "prosemirror-model";
import {
  meaningOf,
  type OpenedText,
  openText,
} from "../../../../service/edges/dashboard/rich-text/open-text.ts";
import { schema } from "../../../../service/edges/dashboard/rich-text/schema.ts";
import { markdownOf } from "../../../../service/edges/dashboard/rich-text/to-markdown.ts";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";
import { hostileMarkdown } from "../../../press-text/markdown/support/hostile-markdown.ts";
import {
  knownNesting,
  knownPatterns,
  markdownParts,
} from "../../../press-text/markdown/support/markdown-parts.ts";
import { heldMarkdown, unheldMarkdown } from "./support/texts.ts";

describe("a text in the editor", () => {
  test.each(heldMarkdown.map((markdown) => [markdown]))(
    "means what it meant when it is written anew: %p",
    (markdown) => {
      expect(pageOf(writtenAnew(opened(markdown)))).toEqual(pageOf(markdown));
    },
  );

  test("means what it meant, whatever hostile text it was; all but the one with a line separator can be held", () => {
    const held = hostileMarkdown.filter((markdown) => isHeld(markdown));
    expect(hostileMarkdown.length - held.length).toBe(1);
    for (const markdown of held) expect(pageOf(writtenAnew(opened(markdown)))).toEqual(pageOf(markdown));
  });

  test("means what it meant, however the parts of Markdown are combined, and most combinations can be held", () => {
    let seen = 0;
    let held = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...markdownParts), { maxLength: 10 }), (parts) => {
        const markdown = parts.join("");
        seen += 1;
        if (!isHeld(markdown)) return;
        held += 1;
        expect(pageOf(writtenAnew(opened(markdown)))).toEqual(pageOf(markdown));
      }),
      { numRuns: 1_000 },
    );
    expect(held / seen).toBeGreaterThan(0.8);
  });

  test("stays byte for byte what it was as long as nothing is changed", () => {
    const texts = [...heldMarkdown, ...hostileMarkdown].filter((markdown) => isHeld(markdown));
    for (const markdown of texts) {
      const text = opened(markdown);
      expect(text.save(text.doc)).toBe(markdown);
    }
  });

  test("keeps the lines of all blocks but the changed one", () => {
    const markdown = "Titel\n===\n\n* a\n* b\n\nAlt   mit _Marken_.\n\n+ c";
    const text = opened(markdown);
    const added = schema.node("paragraph", null, [schema.text("Neu")]);
    const changed = text.doc.copy(text.doc.content.replaceChild(2, added));
    expect(text.save(changed)).toBe("Titel\n===\n\n* a\n* b\n\nNeu\n\n+ c");
  });

  test("stays two lists where the paragraph between two lists goes", () => {
    const text = opened("- a\n\nWeg\n\n- b");
    const [first, , last] = text.doc.children;
    if (first === undefined || last === undefined) throw new Error("A list is missing.");
    const changed = schema.node("doc", null, [first, last]);
    expect(text.save(changed)).toBe("- a\n\n* b");
  });

  test.each(unheldMarkdown)("says why it can't hold %p", (markdown, reason) => {
    expect(openText(markdown)).toEqual({ reason });
  });

  test("takes a moment even with the texts that once were slow", () => {
    const patterns = [...knownPatterns, ...knownNesting].map((pattern) => pattern.fill(3_000));
    for (const markdown of patterns) {
      const start = performance.now();
      openText(markdown);
      expect(performance.now() - start).toBeLessThan(2_000);
    }
  });
});

describe("a document that somebody writes", () => {
  const overlaps: [string, Node[]][] = [
    [
      "**eins *zwei*** *drei*",
      [marked("eins ", "strong"), marked("zwei", "strong", "em"), marked(" drei", "em")],
    ],
    [
      "*eins **zwei*** **drei**",
      [marked("eins ", "em"), marked("zwei", "strong", "em"), marked(" drei", "strong")],
    ],
    [
      "[eins **zwei**](https://a.de) **drei**",
      [marked("eins ", "link"), marked("zwei", "link", "strong"), marked(" drei", "strong")],
    ],
  ];
  test.each(overlaps)("has marks that overlap begin at words: %p", (markdown, words) => {
    expect(markdownOf(paragraphOf(...words), new WeakMap())).toBe(markdown);
  });

  test.each([
    "https://de.wikipedia.org/wiki/Bremen_(Stadt)",
    "https://a.sharepoint.com/sites/b/_layouts/15/c.aspx",
    "https://a.de/b*c",
  ])("has the address that it names as a whole link: %p", (address) => {
    const markdown = markdownOf(paragraphOf(marked(`Mehr: ${address} und`)), new WeakMap());
    expect(readText(markdown).links.map(({ url }) => url)).toEqual([address]);
  });

  test("keeps all words of a table with cells that reach over others", () => {
    const cell = (name: string, text: string, attrs = {}) =>
      schema.node(name, attrs, [schema.node("paragraph", null, text === "" ? [] : [schema.text(text)])]);
    const doc = schema.node("doc", null, [
      schema.node("table", null, [
        schema.node("table_row", null, [cell("table_header", "Umsatz", { colspan: 2 })]),
        schema.node("table_row", null, [cell("table_cell", "2025"), cell("table_cell", "12 Mio. Euro")]),
      ]),
    ]);
    expect(markdownOf(doc, new WeakMap())).toBe("| Umsatz |  |\n| --- | --- |\n| 2025 | 12 Mio. Euro |");
  });

  test("is read back with the same words under the same marks", () => {
    fc.assert(
      fc.property(anyDocument, (doc) => {
        const read = opened(markdownOf(doc, new WeakMap()));
        expect(outlineOf(read.doc)).toEqual(outlineOf(doc));
      }),
      { numRuns: 500 },
    );
  });
});

/** Words with what means something in Markdown, as people type them. */
const words = fc
  .array(
    fc.constantFrom(
      ...[
        "Wort",
        "a_b",
        "*",
        "_",
        "[x]",
        "!",
        "1.",
        "- ",
        "# ",
        "> ",
        "| ",
        "`",
        "„Zitat“",
        " ",
        "&amp;",
        "<b>",
      ],
      ...["~~", "\\", "5 * 3", "===", "---", "+ ", "Müller", ".", ","],
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(""));
const line = fc
  .array(fc.record({ text: words, mark: fc.constantFrom(null, "strong", "em", "code") }), { maxLength: 4 })
  .map((pieces) =>
    pieces.map(({ text, mark }) => schema.text(text, mark === null ? [] : [schema.mark(mark)])),
  );
const paragraph = line.map((content) => schema.node("paragraph", null, content));
const heading = line.map((content) => schema.node("heading", { level: 2 }, content));
const item = fc
  .array(paragraph, { minLength: 1, maxLength: 1 })
  .map((content) => schema.node("list_item", null, content));
const list = fc
  .tuple(fc.constantFrom("bullet_list", "ordered_list"), fc.array(item, { minLength: 1, maxLength: 3 }))
  .map(([name, items]) => schema.node(name, null, items));
const quotation = fc
  .array(fc.oneof(paragraph, list), { minLength: 1, maxLength: 2 })
  .map((content) => schema.node("blockquote", null, content));
const row = (name: string) =>
  fc.array(paragraph, { minLength: 2, maxLength: 2 }).map((cells) =>
    schema.node(
      "table_row",
      null,
      cells.map((cell) => schema.node(name, null, [cell])),
    ),
  );
const table = fc
  .tuple(row("table_header"), fc.array(row("table_cell"), { maxLength: 2 }))
  .map(([head, rows]) => schema.node("table", null, [head, ...rows]));
const anyDocument = fc
  .array(fc.oneof(paragraph, paragraph, heading, list, quotation, table), { minLength: 1, maxLength: 5 })
  .map((content) => schema.node("doc", null, content));

function marked(text: string, ...names: string[]): Node {
  return schema.text(
    text,
    names.map((name) => schema.mark(name, name === "link" ? { href: "https://a.de" } : null)),
  );
}

function paragraphOf(...content: Node[]): Node {
  return schema.node("doc", null, [schema.node("paragraph", null, content)]);
}

function isHeld(markdown: string): boolean {
  return "doc" in openText(markdown);
}

function opened(markdown: string): OpenedText {
  const text = openText(markdown);
  if ("reason" in text) throw new Error(`${JSON.stringify(markdown)}: ${text.reason}`);
  return text;
}

/** As after a change of each of its blocks. */
function writtenAnew({ doc }: OpenedText): string {
  return markdownOf(doc, new WeakMap());
}

/** All that pages, feeds and checks take of a text. */
function pageOf(markdown: string) {
  const { pieces, links, images, plain, wordCount } = readText(markdown);
  return { html: meaningOf(pieces.join("#")), links, images, plain, wordCount };
}

/** Blocks with their words and marks, without the spaces at their ends and what is empty: Markdown keeps neither. */
function outlineOf(doc: Node): string[] {
  const lines: string[] = [];
  doc.descendants((node, _at, parent) => {
    if (!node.isTextblock) return true;
    const pieces: [string, string][] = [];
    node.forEach(({ text = " ", marks }) => {
      const isCode = marks.some(({ type }) => type.name === "code");
      for (const part of isCode ? [text] : text.split(/(\s+)/)) {
        if (part === "") continue;
        const name = /^\s+$/.test(part) && !isCode ? "" : marks.map(({ type }) => type.name).join(" ");
        const last = pieces.at(-1);
        if (last?.[1] === name) last[0] += part;
        else pieces.push([part, name]);
      }
    });
    const blank = ([text, name]: [string, string]) => name === "" && text.trim() === "";
    const first = pieces.findIndex((piece) => !blank(piece));
    const last = pieces.findLastIndex((piece) => !blank(piece));
    const tidy = pieces
      .slice(Math.max(first, 0), last + 1)
      .map(([text, name], index, all) => {
        const start = index === 0 && name !== "code" ? text.trimStart() : text;
        return `${name}(${(index === all.length - 1 && name !== "code" ? start.trimEnd() : start).replace(/\s+/g, " ")})`;
      })
      .join("");
    if (tidy !== "") lines.push(`${parent?.type.name}/${node.type.name}: ${tidy}`);
    return false;
  });
  return lines;
}
