import sanitizeHtml from "sanitize-html";
import { IntricateTextError, type MarkdownToken, parseMarkdown, renderTokens } from "./markdown-parser.ts";
import { plainParagraphs } from "./plain-paragraphs.ts";
import { countWords, type PressText } from "./press-text.ts";
import { rewriteTokens } from "./rewrite-tokens.ts";
import { excessOf, tableCellsMax, textCharactersMax } from "./text-limits.ts";

const textTags = "h2 h3 h4 p br hr strong em s code pre blockquote ul ol li".split(" ");
const frameTags = "a img figure figcaption div table thead tbody tr th td".split(" ");

const sanitizing: sanitizeHtml.IOptions = {
  allowedTags: [...textTags, ...frameTags],
  allowedAttributes: {
    a: ["href", "rel"],
    img: ["src", "alt", "loading", "decoding", "referrerpolicy", "data-target"],
    ol: ["start"],
    div: ["role", "aria-label", "tabindex"],
  },
  allowedClasses: { div: ["table"], th: ["right", "center"], td: ["right", "center"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
};

/**
 * Reads a Markdown text from outside, once for all that is made of it. Its HTML never runs a script and never loads one:
 * HTML in the text is shown as text; links go only to http(s), mailto, tel and paths of this service, pictures only come by
 * https; what else was linked keeps its label. Headings start at level 2, because the page's title is level 1.
 * Takes time in proportion to the length of the text. What is over a limit of text-limits.ts is plain text, and named in
 * `excess`. Pages get it from a TextReader, which does this in a thread.
 */
export function readText(markdown: string): PressText {
  if (isTooLong(markdown)) {
    return plainParagraphs(markdown, `The text has more than ${textCharactersMax} characters. Shorten it.`);
  }
  try {
    return readMarkdown(markdown);
  } catch (error) {
    if (!(error instanceof IntricateTextError)) throw error;
    return plainParagraphs(
      markdown,
      "The text nests quotations, lists or brackets in a way that takes too long to read. Simplify its Markdown.",
    );
  }
}

function readMarkdown(markdown: string): PressText {
  let parsed = parseMarkdown(markdown);
  const tableCells = parsed.tokens.filter(({ type }) => type === "td_open" || type === "th_open").length;
  if (tableCells > tableCellsMax) parsed = parseMarkdown(markdown, { hasTables: false });
  const { tokens, environment } = parsed;
  const plain = plainTextOf(tokens);
  const { found, size } = rewriteTokens(tokens);
  const nesting = Math.max(environment.deepest, size.nesting);
  const pieces = sanitizeMarkup(renderTokens(tokens, environment)).split(linkPlaceholderPattern);
  if (pieces.length !== found.links.length + 1)
    throw new Error("A link was lost between parsing and cleaning.");
  const excess = excessOf({ ...size, nesting, tableCells });
  return {
    pieces,
    ...found,
    pageImages: [...found.pageImages],
    foreignImages: [...found.foreignImages],
    ...plain,
    excess,
    isFinal: true,
  };
}

/** What may remain after rendering: a second check, in case the parser or an earlier rule has a defect. */
function sanitizeMarkup(markup: string): string {
  return sanitizeHtml(markup, sanitizing);
}

/**
 * The words of a parsed text without its marks, a line for each block: items with their numbers, the cells of a row in one line, links by
 * their label; pictures are left out, and struck words, as nothing would say any more that they are struck. Call it before tokens are
 * rewritten.
 */
function plainTextOf(tokens: readonly MarkdownToken[]): Pick<PressText, "plain" | "lead" | "wordCount"> {
  const lines: string[] = [];
  const leadLines: string[] = [];
  let wordCount = 0;
  for (const { text, number, isHeading } of plainLinesOf(tokens)) {
    const line = text.replace(invisibleBreaks, "").replace(/\s+/g, " ").trim();
    if (line.replace(/[ ·]/g, "") === "") continue;
    wordCount += countWords(line);
    lines.push(number + line);
    if (!isHeading) leadLines.push(number + line);
  }
  const plain = lines.join("\n");
  return { plain, lead: leadLines.join("\n") || plain, wordCount };
}

/** Where a word may be parted at the end of a line: with them a long word was two words, and neither found nor counted as one. */
const invisibleBreaks = /[\u00ad\u200b\u2060]/g;

type PlainLine = { text: string; number: string; isHeading: boolean };

function plainLinesOf(tokens: readonly MarkdownToken[]): PlainLine[] {
  const lines: PlainLine[] = [];
  const nextNumbers: (number | null)[] = [];
  let number = "";
  let cells: string[] | null = null;
  for (const [index, token] of tokens.entries()) {
    const { type } = token;
    if (type === "ordered_list_open") nextNumbers.push(Number(token.attrGet("start") ?? 1));
    else if (type === "bullet_list_open") nextNumbers.push(null);
    else if (type.endsWith("_list_close")) nextNumbers.pop();
    else if (type === "list_item_open") {
      const next = nextNumbers.pop() ?? null;
      number = next === null ? "" : `${next}. `;
      nextNumbers.push(next === null ? null : next + 1);
    } else if (type === "list_item_close") number = "";
    else if (type === "tr_open") cells = [];
    else if (type === "tr_close") {
      lines.push({ text: (cells ?? []).join(" · "), number, isHeading: false });
      [cells, number] = [null, ""];
    } else if (cells !== null) {
      if (type === "inline") cells.push(lineOf(token));
    } else {
      const text = lineOf(token);
      if (text.trim() === "") continue;
      lines.push({ text, number, isHeading: tokens[index - 1]?.type === "heading_open" });
      number = "";
    }
  }
  return lines;
}

function lineOf(token: MarkdownToken): string {
  if (token.type === "fence" || token.type === "code_block") return token.content;
  let struck = 0;
  let line = "";
  for (const { type, content } of token.children ?? []) {
    if (type === "s_open") struck += 1;
    else if (type === "s_close") struck -= 1;
    else if (struck === 0) line += inlineText(type, content);
  }
  return line;
}

function inlineText(type: string, content: string): string {
  if (type === "softbreak" || type === "hardbreak") return " ";
  return type === "text" || type === "text_special" || type === "code_inline" ? content : "";
}

/** Only a real link can hold it: in the text itself and in other attributes `<` is escaped. */
const linkPlaceholderPattern = /(?<=<a href=")https:\/\/link\.invalid\/(?=")/;

/** A code point is one or two UTF-16 units, so most texts are settled without counting. */
function isTooLong(text: string): boolean {
  if (text.length <= textCharactersMax) return false;
  return text.length > 2 * textCharactersMax || [...text].length > textCharactersMax;
}
