import { blockTags } from "../block-tags.ts";
import { headingLine } from "../heading-line.ts";
import { inlineMarkdown, paragraphsOf, plainOf } from "./inline-markdown.ts";
import type { HtmlNode } from "./parse-html.ts";

/** A paragraph, heading, list, table or quotation. */
export type Block = {
  kind: "heading" | "paragraph" | "other";
  level: number;
  markdown: string;
  plain: string;
};

const headings = /^h([1-6])$/;
/** Blocks that hold rows or items alone, and no words of their own. */
const framingTags = new Set("ul ol table thead tbody tfoot tr".split(" "));
/** Deepest heading of a release's page. */
const levelMax = 4;

/**
 * What of a tree of HTML our renderer knows, as blocks of Markdown. An element that is no block belongs to the line around it, and where
 * it holds blocks, what it says goes for the words of each. Notes at the foot of a page are left out before.
 */
export function blocksOf(nodes: readonly (HtmlNode | string)[]): Block[] {
  const blocks: Block[] = [];
  let line: (HtmlNode | string)[] = [];
  const endLine = () => {
    pushParagraph(blocks, line);
    line = [];
  };
  for (const node of nodes.flatMap(parted)) {
    if (typeof node === "string" || !blockTags.has(node.tag)) line.push(node);
    else {
      endLine();
      blocks.push(...blockOf(node));
    }
  }
  endLine();
  return withListsApart(blocks);
}

/** A list behind another would go on with its numbers (CommonMark 5.3): one with the other sign behind them is another list. */
function withListsApart(blocks: readonly Block[]): Block[] {
  const apart: Block[] = [];
  for (const block of blocks) {
    const sign = signOf(block);
    const isApart = sign === undefined || sign !== signOf(apart.at(-1));
    const other = sign === "." ? ")" : ".";
    apart.push(
      isApart ? block : { ...block, markdown: block.markdown.replace(/^(\d+)[.)](?= )/gm, `$1${other}`) },
    );
  }
  return apart;
}

function signOf(block: Block | undefined): string | undefined {
  return block?.kind === "other" ? /^\d+([.)]) /.exec(block.markdown)?.[1] : undefined;
}

/** An element of a line that holds blocks, as those blocks with the element in each. */
function parted(node: HtmlNode | string): (HtmlNode | string)[] {
  if (typeof node === "string" || blockTags.has(node.tag) || !holdsBlock(node)) return [node];
  return node.children.flatMap(parted).map((child) => withWords(child, node));
}

/** A node whose words stand within `around`. */
function withWords(node: HtmlNode | string, around: HtmlNode): HtmlNode {
  if (typeof node === "string" || !blockTags.has(node.tag)) return { ...around, children: [node] };
  if (!framingTags.has(node.tag)) return { ...node, children: [{ ...around, children: node.children }] };
  const children = node.children.map((child) =>
    typeof child === "string" ? child : withWords(child, around),
  );
  return { ...node, children };
}

function holdsBlock({ children }: HtmlNode): boolean {
  return children.some(
    (child) => typeof child !== "string" && (blockTags.has(child.tag) || holdsBlock(child)),
  );
}

export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ markdown }) => markdown).join("\n\n");
}

function blockOf(node: HtmlNode): Block[] {
  const [, level] = headings.exec(node.tag) ?? [];
  if (level !== undefined) return headingOf(node, Number(level));
  if (node.tag === "p") {
    const blocks: Block[] = [];
    pushParagraph(blocks, node.children);
    return blocks;
  }
  if (node.tag === "ul" || node.tag === "ol") return listBlocks(node);
  if (node.tag === "table") return tableBlocks(node);
  if (node.tag === "pre") return other(fenced(textOf(node)));
  if (node.tag === "blockquote") {
    const lines = joinBlocks(blocksOf(node.children)).split("\n");
    return other(lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n"));
  }
  return blocksOf(node.children);
}

function headingOf({ children }: HtmlNode, level: number): Block[] {
  const text = headingLine(inlineMarkdown(children, { isPlain: true }));
  if (text === "") return [];
  const marks = "#".repeat(Math.min(levelMax, level));
  return [{ kind: "heading", level, markdown: `${marks} ${text}`, plain: plainOf(children).trim() }];
}

function pushParagraph(blocks: Block[], children: readonly (HtmlNode | string)[]): void {
  for (const paragraph of paragraphsOf(children)) blocks.push({ kind: "paragraph", level: 0, ...paragraph });
}

function other(markdown: string): Block[] {
  return markdown === "" ? [] : [{ kind: "other", level: 0, markdown, plain: "" }];
}

/** Lines as they were typed; the fence is longer than any within them. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  // Not by one expression, which would look at each run of blanks within from each of its blanks.
  const lines = text.replace(/^\n/, "").trimEnd();
  return lines === "" ? "" : `${fence}\n${lines}\n${fence}`;
}

function textOf(node: HtmlNode | string): string {
  if (typeof node === "string") return node;
  return node.tag === "br" ? "\n" : node.children.map(textOf).join("");
}

/** A list in as many as Markdown needs for its numbers: one counts upwards without a gap. */
function listBlocks(list: HtmlNode): Block[] {
  const items = list.children.filter((child) => typeof child !== "string" && child.tag === "li");
  const [only] = items;
  const inner = items.length === 1 && typeof only === "object" ? soleListOf(only) : undefined;
  if (inner !== undefined) return listBlocks(inner);
  let number = firstNumberOf(list, items.length);
  const lists: string[][] = [];
  let next = Number.NaN;
  for (const item of items) {
    if (typeof item === "string") continue;
    number = numberIn(item.attributes.value) ?? number;
    const marker = list.tag === "ol" ? `${number}. ` : "- ";
    const text = itemMarkdown(item);
    if (text !== "") {
      const line = marker + text.replaceAll("\n", `\n${" ".repeat(marker.length)}`);
      if (lists.length === 0 || (list.tag === "ol" && number !== next)) lists.push([line]);
      else lists.at(-1)?.push(line);
      next = number + 1;
    }
    number += isReversed(list) ? -1 : 1;
  }
  return lists.flatMap((lines) => other(lines.join("\n")));
}

/** What Word makes of a list that is set in from the start: an item with nothing but that list. */
function soleListOf({ children }: HtmlNode): HtmlNode | undefined {
  const said = children.filter((child) => typeof child !== "string" || child.trim() !== "");
  const [only] = said;
  return said.length === 1 && typeof only === "object" && /^[ou]l$/.test(only.tag) ? only : undefined;
}

function firstNumberOf(list: HtmlNode, items: number): number {
  return numberIn(list.attributes.start) ?? (isReversed(list) ? items : 1);
}

function numberIn(text: string | undefined): number | undefined {
  return /^\d{1,6}$/.test(text ?? "") ? Number(text) : undefined;
}

function isReversed({ attributes }: HtmlNode): boolean {
  return attributes.reversed !== undefined;
}

/** A list within an item follows its text without an empty line, so that the list stays narrow. One that does not begin at 1 needs the line. */
function itemMarkdown(item: HtmlNode): string {
  return blocksOf(item.children)
    .map(({ markdown, kind }, index) => {
      const isClose = kind === "other" && !/^(?!1[.)] )\d+[.)] /.test(markdown);
      return (index === 0 ? "" : isClose ? "\n" : "\n\n") + markdown;
    })
    .join("");
}

/** Frames around a text are tables of one column in Word, and become what is in them. */
function tableBlocks(table: HtmlNode): Block[] {
  const rows = rowsOf(table).map(({ children }) =>
    children.filter((child): child is HtmlNode => typeof child !== "string" && /^t[dh]$/.test(child.tag)),
  );
  const grid = gridOf(rows);
  const columns = Math.max(0, ...grid.map((cells) => cells.length));
  if (columns <= 1) return rows.flat().flatMap(({ children }) => blocksOf(children));
  const [head = [], ...body] = grid.map((cells) =>
    Array.from({ length: columns }, (_, at) => cells[at] ?? ""),
  );
  const lines = [head, Array<string>(columns).fill("---"), ...body].map(
    (cells) => `| ${cells.join(" | ")} |`,
  );
  const caption = table.children.find((child) => typeof child !== "string" && child.tag === "caption");
  return [...(typeof caption === "object" ? blocksOf(caption.children) : []), ...other(lines.join("\n"))];
}

/** The words of each row by columns: what a cell covers to its right and below itself stays empty, so that figures keep their column. */
function gridOf(rows: readonly HtmlNode[][]): string[][] {
  const covered: number[] = [];
  return rows.map((cells) => {
    const line: string[] = [];
    const skip = () => {
      while ((covered[line.length] ?? 0) > 0) {
        covered[line.length] = (covered[line.length] ?? 0) - 1;
        line.push("");
      }
    };
    for (const cell of cells) {
      skip();
      const text = cellText(cell);
      for (let across = 0; across < spanOf(cell, "colspan", columnsMax); across += 1) {
        // Rows below that say otherwise are overruled, as a browser does.
        covered[line.length] = spanOf(cell, "rowspan", rows.length) - 1;
        line.push(across === 0 ? text : "");
      }
    }
    skip();
    return line;
  });
}

function rowsOf({ children }: HtmlNode): HtmlNode[] {
  return children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (child.tag === "tr") return [child];
    return /^t(?:head|body|foot)$/.test(child.tag) ? rowsOf(child) : [];
  });
}

/** More than a page shows side by side; a document may say anything. */
const columnsMax = 50;

function spanOf({ attributes }: HtmlNode, name: "colspan" | "rowspan", max: number): number {
  const span = Number(attributes[name] ?? 1);
  return Number.isInteger(span) ? Math.min(Math.max(1, span), max) : 1;
}

function cellText({ children }: HtmlNode): string {
  return inlineMarkdown(children).replaceAll("|", "\\|");
}
