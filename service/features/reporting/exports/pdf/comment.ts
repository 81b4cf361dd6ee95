import {
  IntricateTextError,
  type MarkdownToken,
  parseMarkdown,
} from "../../../../press-text/markdown/markdown-parser.ts";
import { structureBlocks } from "../../../../press-text/markdown/structure-blocks.ts";
import { drawRule } from "./canvas.ts";
import { writeSectionHeading } from "./headings.ts";
import { decorate, type Paper, within } from "./paper.ts";
import { lineBreak, type Run, writeRuns } from "./runs.ts";
import { type Element, newElement, type Role } from "./structure.ts";
import { colours, contentWidth, margin, styles, type TextStyle } from "./theme.ts";
import { webLink } from "./web-link.ts";

const text: TextStyle = { ...styles.body, size: 10, leading: 14.4 };
const heading: TextStyle = { ...text, face: "semibold" };
const listIndent = 14;
/** Of a label from the left of its list, and at least of the text from the label. */
const [labelInset, labelGap] = [2, 3];
/** Points below a block outside of lists. */
const blockGap = 5;
/** A text of headings alone has no page for all of them. */
const headingsInRowMax = 3;
/** Deeper lists stay at this depth, or their lines would have no width left. */
const listDepthMax = 6;

/** The agency's own words. Markdown: HTML in it is shown as text, pictures by their words, and only web addresses are links. */
export function writeComment(
  paper: Paper,
  markdown: string,
  { keepsHeadings }: { keepsHeadings: boolean },
): void {
  writeSectionHeading(paper, { title: paper.words.texts.comment, role: "H2" });
  writeMarkdown(paper, markdown, { keepsHeadings });
}

/**
 * A text in Markdown, in a section of its own. A row of a table is one line. Reports of before edition 2 keep no heading with what
 * follows it, as their files do.
 */
export function writeMarkdown(
  paper: Paper,
  markdown: string,
  {
    hasTables = false,
    headings = "H3",
    keepsHeadings = true,
  }: { hasTables?: boolean; headings?: "H2" | "H3"; keepsHeadings?: boolean } = {},
): void {
  within(paper, "Sect", () => {
    writeBlocks(paper, withRowsAsLines(tokensOf(markdown, hasTables)), { headings, keepsHeadings });
  });
}

/** Cells of a row as one block, with a dot between them: columns would need more than a text has. */
function withRowsAsLines(tokens: readonly MarkdownToken[]): MarkdownToken[] {
  const lines: MarkdownToken[] = [];
  let row: MarkdownToken | null = null;
  for (const token of tokens) {
    if (token.type === "tr_close") row = null;
    else if (token.type === "inline" && row !== null) {
      const dot = Object.assign(Object.create(token) as MarkdownToken, { type: "text", content: " · " });
      row.children = [...(row.children ?? []), dot, ...(token.children ?? [])];
    } else {
      if (token.type === "inline" && lines.at(-1)?.type.startsWith("t") === true) row = token;
      lines.push(token);
    }
  }
  return lines;
}

function tokensOf(markdown: string, hasTables: boolean): MarkdownToken[] {
  try {
    const { tokens } = parseMarkdown(markdown, { hasTables });
    structureBlocks(tokens);
    return tokens;
  } catch (error) {
    if (!(error instanceof IntricateTextError)) throw error;
    // Reports of before the check, and texts that a later parser finds harder: their words stay.
    return parseMarkdown(markdown.replace(/[^\p{L}\p{N}\p{Zs}.,;:!?\n-]/gu, ""), { hasTables: false }).tokens;
  }
}

type List = { isOrdered: boolean; next: number; indent: number };

/** Where in lists and quotations the next block stands. */
type Nesting = {
  lists: List[];
  quotes: number;
  isHeading: boolean;
  headings: "H2" | "H3";
  label: string | null;
  /** Points below a heading that have to be on its page. */
  company: number | null;
};

function writeBlocks(
  paper: Paper,
  tokens: readonly MarkdownToken[],
  { headings, keepsHeadings }: { headings: "H2" | "H3"; keepsHeadings: boolean },
): void {
  const nesting: Nesting = { lists: [], quotes: 0, isHeading: false, headings, label: null, company: null };
  const outer: Element[] = [];
  const open = (role: Role) => {
    const element = newElement(role);
    paper.element.kids.push(element);
    outer.push(paper.element);
    paper.element = element;
  };
  const close = () => {
    paper.element = outer.pop() ?? paper.element;
  };
  for (const [index, token] of tokens.entries()) {
    if (/^(?:bullet|ordered)_list_open$/.test(token.type)) {
      nesting.lists.push(listAt(paper, tokens, index));
      open("L");
    } else if (/^(?:bullet|ordered)_list_close$/.test(token.type)) {
      nesting.lists.pop();
      close();
    } else if (token.type === "list_item_open") {
      nesting.label = nextLabel(nesting.lists.at(-1));
      open("LI");
    } else if (token.type === "list_item_close") {
      nesting.label = null;
      close();
    } else if (token.type === "blockquote_open") {
      nesting.quotes += 1;
      open("BlockQuote");
    } else if (token.type === "blockquote_close") {
      nesting.quotes -= 1;
      close();
    } else if (token.type === "heading_open") {
      nesting.isHeading = true;
      nesting.company = keepsHeadings ? companyOf(tokens, index) : null;
    } else if (token.type === "heading_close") {
      nesting.isHeading = false;
      nesting.company = null;
    } else if (token.type === "hr") writeLine(paper);
    else writeBlock(paper, token, nesting);
  }
}

/** What has to stand below the heading that opens there: two lines, and headings between them. */
function companyOf(tokens: readonly MarkdownToken[], index: number): number {
  let company = blockGap + 2 * text.leading;
  for (let next = 1; next <= headingsInRowMax && tokens[index + 3 * next]?.type === "heading_open"; next += 1)
    company += blockGap + heading.leading;
  return company;
}

/** The list that opens there, set in as far as its last number needs. */
function listAt(paper: Paper, tokens: readonly MarkdownToken[], index: number): List {
  const opened = tokens[index];
  const isOrdered = opened?.type === "ordered_list_open";
  const next = Number(opened?.attrGet("start") ?? 1);
  if (!isOrdered) return { isOrdered, next, indent: listIndent };
  let items = 0;
  for (let at = index + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.type === "ordered_list_close" && token.level === opened?.level) break;
    if (token?.type === "list_item_open" && token.level === (opened?.level ?? 0) + 1) items += 1;
  }
  const room = paper.fonts.regular.widthOf(`${next + items - 1}.`, text.size) + labelGap;
  return { isOrdered, next, indent: Math.max(listIndent, room + labelInset) };
}

function nextLabel(list: List | undefined): string | null {
  if (list === undefined) return null;
  list.next += 1;
  return list.isOrdered ? `${list.next - 1}.` : "•";
}

function writeBlock(paper: Paper, token: MarkdownToken, nesting: Nesting): void {
  const isCode = token.type === "fence" || token.type === "code_block";
  if (token.type !== "inline" && !isCode) return;
  const runs = isCode ? codeRuns(token.content) : runsOf(token.children ?? []);
  const lists = nesting.lists.slice(0, listDepthMax).reduce((sum, { indent }) => sum + indent, 0);
  const layout = {
    style: nesting.isHeading ? heading : text,
    indent: lists + Math.min(nesting.quotes, listDepthMax) * listIndent,
    label: nesting.label,
    labelRoom: (nesting.lists.at(-1)?.indent ?? listIndent) - labelInset,
    company: nesting.company,
  };
  nesting.label = null;
  const role = nesting.lists.length > 0 ? "LBody" : nesting.isHeading ? nesting.headings : "P";
  writeRuns(paper, runs, { ...layout, role });
  paper.y -= nesting.lists.length > 0 ? 2 : blockGap;
}

function writeLine(paper: Paper): void {
  decorate(paper, () =>
    drawRule(paper.page, {
      x: margin.left,
      y: paper.y - 3,
      width: contentWidth,
      thickness: 0.4,
      colour: colours.rule,
    }),
  );
  paper.y -= 9;
}

/** Lines as they were typed; no-break spaces keep the blanks in them. */
function codeRuns(content: string): Run[] {
  const lines = content.replace(/^\n+|\s+$/g, "").split("\n");
  return lines.flatMap((line, index) => {
    const run = {
      text: line.replace(/^\s+|\s{2,}/g, (blanks) => "\u00a0".repeat(blanks.length)),
      ...plainRun,
    };
    return index === 0 ? [run] : [{ text: lineBreak, ...plainRun }, run];
  });
}

const plainRun = { isStrong: false, url: null };

function runsOf(tokens: readonly MarkdownToken[]): Run[] {
  const runs: Run[] = [];
  let strong = 0;
  let struck = 0;
  let url: string | null = null;
  for (const token of tokens) {
    if (token.type === "strong_open") strong += 1;
    else if (token.type === "strong_close") strong -= 1;
    else if (token.type === "s_open") struck += 1;
    else if (token.type === "s_close") struck -= 1;
    else if (token.type === "hardbreak") runs.push({ text: lineBreak, ...plainRun });
    else if (token.type === "link_open") url = webLink(String(token.attrGet("href") ?? ""));
    else if (token.type === "link_close") url = null;
    else {
      const words = wordsOf(token);
      if (words !== "")
        runs.push({ text: words, isStrong: strong > 0, url, ...(struck > 0 && { isStruck: true }) });
    }
  }
  return runs;
}

function wordsOf(token: MarkdownToken): string {
  if (token.type === "softbreak" || token.type === "hardbreak") return " ";
  // A picture has its words in its children.
  return token.type === "image" ? (token.children ?? []).map(wordsOf).join("") : token.content;
}
