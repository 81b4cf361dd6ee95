import fc from "fast-check";
import type { Node } from "prosemirror-model";
import { documentOf } from "../../../../../service/edges/dashboard/rich-text/from-markdown.ts";
import { schema } from "../../../../../service/edges/dashboard/rich-text/schema.ts";
import { markdownOf } from "../../../../../service/edges/dashboard/rich-text/to-markdown.ts";

const signs = [
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
  "~~",
  "\\",
  "===",
  "---",
  "<b>",
  "&amp;",
];
const words = ["Wort", "a_b", "„Zitat“", "Müller", "(Link)", ")", "5 * 3", " ", ".", ",", "🎉"];
const addresses = ["https://firma.de", "https://firma.de/", "https://firma.de/a_b*c", "/karriere", "-Seite"];
const text = fc
  .array(fc.constantFrom(...signs, ...words, ...addresses), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));
const marks = fc
  .subarray(["strong", "em", "strike", "link"])
  .map((names) => names.map((name) => schema.mark(name, name === "link" ? { href: "https://a.de" } : null)));
const content = fc
  .array(fc.record({ text, marks }), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.map((piece) => schema.text(piece.text, piece.marks)));
const where = fc.constantFrom("paragraph", "heading", "cell");

/** A block whose pieces touch: bold, italic, struck and linked words, signs of Markdown and written-out addresses without a blank between. */
export const touchingPieces = fc.tuple(where, content).map(([name, pieces]) => {
  if (name === "heading") return schema.node("doc", null, [schema.node("heading", { level: 2 }, pieces)]);
  const paragraph = schema.node("paragraph", null, pieces);
  if (name === "paragraph") return schema.node("doc", null, [paragraph]);
  const row = schema.node("table_row", null, [schema.node("table_header", null, [paragraph])]);
  return schema.node("doc", null, [schema.node("table", null, [row])]);
});

export function lettersOf(doc: Node): string {
  return doc.textContent.replace(/\s+/g, "");
}

/** The letters of the document that its Markdown is read as. */
export function lettersReadBack(doc: Node): string {
  return lettersOf(documentOf(markdownOf(doc, new WeakMap())).doc);
}
