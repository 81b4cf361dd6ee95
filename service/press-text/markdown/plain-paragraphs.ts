import { escapeHtml } from "../../floor/web/html.ts";
import { countWords, type PressText } from "./press-text.ts";

/**
 * A text as its author wrote it, marks and all, in escaped paragraphs: what readers get of one that can't be rendered in
 * time.
 */
export function plainParagraphs(markdown: string, excess: string | null): PressText {
  const plain = markdown.replace(/\r\n?/g, "\n").trim();
  const html = plain
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>\n")}</p>\n`)
    .join("");
  const wordCount = countWords(plain);
  const found = { links: [], images: [], pageImages: [], foreignImages: [] };
  return { pieces: [html], ...found, plain, lead: plain, wordCount, excess, isFinal: true };
}
