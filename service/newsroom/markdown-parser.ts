import MarkdownIt from "markdown-it";
import { ServiceError } from "../errors.ts";

/** Longest Markdown text that is rendered, in characters: about forty pages, far beyond any press release. */
export const markdownLengthMax = 100_000;

/** Quotes and lists nested deeper than this are shown flat: a text for people needs three or four. */
const nestingMax = 20;

/**
 * A parser for texts from outside: CommonMark with tables, HTML shown as text, written-out addresses linked.
 * The words stay exactly as they were approved, so no typographic replacements.
 */
export function createMarkdownParser(): MarkdownIt {
  const parser = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: false });
  parser.set({ maxNesting: nestingMax });
  // "z.B.die" or "bzw.de" are German abbreviations, not hosts: only URLs with a scheme and mail addresses become links.
  parser.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  return parser;
}

/** The tokens of a text; refuses one that is longer than `markdownLengthMax`. */
export function parseMarkdown(markdown: string, parser: MarkdownIt = createMarkdownParser(), env: object = {}) {
  if (markdown.length > markdownLengthMax) {
    throw new ServiceError("invalid_body", `a text of ${markdown.length} characters; at most ${markdownLengthMax} are rendered`);
  }
  return parser.parse(markdown, env);
}
