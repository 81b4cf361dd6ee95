import MarkdownIt, { type MarkdownIt as Parser, type Token } from "markdown-it";
import { escapeHtml } from "../../floor/web/html.ts";
import { findUrlEnd } from "./find-url-end.ts";
import { nestingMax, parserStepsPerCharacterMax } from "./text-limits.ts";

export type MarkdownToken = Token;

/** Type of the token of a picture on another server, which is shown as a link. */
export const foreignImage = "foreign_image";

/** What one parse hands on to its rendering: reference definitions, and what it has used up. */
export type MarkdownEnvironment = { [key: string | symbol]: unknown; stepsLeft: number; deepest: number };

/** A text that makes the parser go over the same lines again and again. */
export class IntricateTextError extends Error {}

/** Steps that any text may take, however short. */
const parserStepsMin = 1_000;
/** A list opens two levels at once, and the parser silently drops what lies deeper than its limit. */
const parserNestingMax = nestingMax + 4;

/** The tokens of a text. Throws IntricateTextError instead of taking more than time in proportion to its length. */
export function parseMarkdown(
  markdown: string,
  { hasTables = true } = {},
): { tokens: MarkdownToken[]; environment: MarkdownEnvironment } {
  const stepsLeft = parserStepsMin + markdown.length * parserStepsPerCharacterMax;
  const environment: MarkdownEnvironment = { stepsLeft, deepest: 0 };
  const parser = hasTables ? parserWithTables() : parserWithoutTables();
  return { tokens: parser.parse(markdown, environment), environment };
}

/** The HTML of tokens that `parseMarkdown` returned, not sanitised yet. */
export function renderTokens(tokens: MarkdownToken[], environment: MarkdownEnvironment): string {
  const { renderer, options } = parserWithTables();
  return renderer.render(tokens, options, environment);
}

/** One for all texts: a parser holds no state between them, and making one takes longer than parsing a release. */
const parserWithTables = once(createParser);
const parserWithoutTables = once(() => createParser().disable("table"));

/**
 * CommonMark with tables; HTML is shown as text, written-out addresses are linked.
 * The words stay exactly as they were approved, so no typographic replacements.
 */
function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: false });
  parser.set({ maxNesting: parserNestingMax });
  linkAddresses(parser);
  boundWork(parser);
  const { rules } = parser.renderer;
  rules.image = (tokens, index) => {
    const token = tokens[index];
    if (token === undefined) return "";
    const caption = tokens.length === 1 ? captionOf(token) : null;
    return `<img${parser.renderer.renderAttrs(token)}>${caption === null ? "" : `<figcaption>${escapeHtml(caption)}</figcaption>`}`;
  };
  rules[foreignImage] = (tokens, index) => {
    const token = tokens[index];
    if (token === undefined) return "";
    return `<a${parser.renderer.renderAttrs(token)}>${escapeHtml(token.content)}</a>`;
  };
  // A wide table scrolls within its frame, by keyboard too (WCAG 2.1.1).
  rules.table_open = () => '<div class="table" role="region" aria-label="Tabelle" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  return parser;
}

function linkAddresses({ linkify }: Parser): void {
  // "z.B.die" or "bzw.de" are German abbreviations, not hosts: only URLs with a scheme and mail addresses become links.
  linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  for (const scheme of ["http:", "https:"]) {
    linkify.add(scheme, { validate: (text, start) => findUrlEnd(text, start) - start });
  }
  for (const scheme of ["//", "ftp:"]) linkify.add(scheme, null);
}

/** Counts each step of the parser, and shows as plain paragraphs what is nested too deep. */
function boundWork(parser: Parser): void {
  const everywhere = { alt: ["paragraph", "reference", "blockquote", "list"] };
  const countStep = ({ env, level }: { env: Record<string, unknown>; level: number }) => {
    const environment = env as MarkdownEnvironment;
    environment.stepsLeft -= 1;
    if (environment.stepsLeft < 0) throw new IntricateTextError("The text takes too many steps to parse.");
    return level;
  };
  parser.inline.ruler.before("text", "count_step", (state) => {
    countStep(state);
    return false;
  });
  parser.block.ruler.before(
    "table",
    "count_step",
    (state, startLine, endLine, silent) => {
      const level = countStep(state);
      const environment = state.env as MarkdownEnvironment;
      environment.deepest = Math.max(environment.deepest, level);
      if (silent || level <= nestingMax) return false;
      let nextLine = startLine + 1;
      const isContinued = () => !state.isEmpty(nextLine) && (state.sCount[nextLine] ?? 0) >= state.blkIndent;
      while (nextLine < endLine && isContinued()) nextLine += 1;
      state.line = nextLine;
      state.push("paragraph_open", "p", 1);
      const inline = state.push("inline", "", 0);
      inline.content = state.getLines(startLine, nextLine, state.blkIndent, false).trim();
      inline.children = [];
      state.push("paragraph_close", "p", -1);
      return true;
    },
    everywhere,
  );
}

/** The words of a picture's description without their marks (CommonMark 0.31, section 6.4). */
export function descriptionOf({ children }: MarkdownToken): string {
  return (children ?? [])
    .map((child) => {
      if (child.type === "image") return descriptionOf(child);
      return child.type === "softbreak" || child.type === "hardbreak" ? " " : child.content;
    })
    .join("");
}

/** The caption that was put on a picture that stands alone. */
function captionOf(image: MarkdownToken): string | null {
  return typeof image.meta?.caption === "string" ? image.meta.caption : null;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
