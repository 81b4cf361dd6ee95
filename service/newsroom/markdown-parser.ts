import MarkdownIt, { type MarkdownIt as Parser, type Token } from "markdown-it";
import { ServiceError } from "../errors.ts";
import { escapeHtml } from "./html.ts";

/** Longest Markdown text that is rendered, in characters: about forty pages, far beyond any press release. */
export const markdownLengthMax = 100_000;

/** Quotes and lists nested deeper than this are shown flat: a text for people needs three or four. */
const nestingMax = 20;

export type MarkdownToken = Token;

/** What one parse hands on to its rendering: reference definitions. */
export type MarkdownEnvironment = Record<string, unknown>;

/** The tokens of a text; refuses one that is longer than `markdownLengthMax`. */
export function parseMarkdown(markdown: string, environment: MarkdownEnvironment = {}): MarkdownToken[] {
  if (markdown.length > markdownLengthMax) {
    throw new ServiceError(
      "invalid_body",
      `a text of ${markdown.length} characters; at most ${markdownLengthMax} are rendered`,
    );
  }
  return markdownParser().parse(markdown, environment);
}

/** The HTML of tokens that `parseMarkdown` returned, not sanitised yet. */
export function renderTokens(tokens: MarkdownToken[], environment: MarkdownEnvironment): string {
  const { renderer, options } = markdownParser();
  return renderer.render(tokens, options, environment);
}

let sharedParser: Parser | undefined;

/** One for all texts: a parser holds no state between them, and making one takes longer than parsing a release. */
function markdownParser(): Parser {
  sharedParser ??= createParser();
  return sharedParser;
}

/**
 * CommonMark with tables; HTML is shown as text, written-out addresses are linked.
 * The words stay exactly as they were approved, so no typographic replacements.
 */
function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: false });
  parser.set({ maxNesting: nestingMax });
  // "z.B.die" or "bzw.de" are German abbreviations, not hosts: only URLs with a scheme and mail addresses become links.
  parser.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  const { rules } = parser.renderer;
  rules.image = (tokens, index) => {
    const token = tokens[index];
    if (token === undefined) return "";
    const caption = tokens.length === 1 ? captionOf(token) : null;
    return `<img${parser.renderer.renderAttrs(token)}>${caption === null ? "" : `<figcaption>${escapeHtml(caption)}</figcaption>`}`;
  };
  // A wide table scrolls within its frame, by keyboard too (WCAG 2.1.1).
  rules.table_open = () => '<div class="table" role="region" aria-label="Tabelle" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  return parser;
}

/** The caption that `renderMarkdown` put on a picture that stands alone. */
function captionOf(image: MarkdownToken): string | null {
  return typeof image.meta?.caption === "string" ? image.meta.caption : null;
}
