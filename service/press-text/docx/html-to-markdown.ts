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
const blockTags = new Set(
  "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
/** Between them and their rows or items stands nothing. */
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
  return blocks;
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
  if (node.tag === "ul" || node.tag === "ol") return other(listMarkdown(node));
  if (node.tag === "table") return tableBlocks(node);
  if (node.tag === "pre") return other(fenced(textOf(node)));
  if (node.tag === "blockquote") {
    const lines = joinBlocks(blocksOf(node.children)).split("\n");
    return other(lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n"));
  }
  return blocksOf(node.children);
}

function headingOf({ children }: HtmlNode, level: number): Block[] {
  const text = inlineMarkdown(children, { isPlain: true });
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
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  const lines = text.replace(/^\n|\s+$/g, "");
  return lines === "" ? "" : `${fence}\n${lines}\n${fence}`;
}

function textOf(node: HtmlNode | string): string {
  if (typeof node === "string") return node;
  return node.tag === "br" ? "\n" : node.children.map(textOf).join("");
}

function listMarkdown({ tag, attributes, children }: HtmlNode): string {
  const [first = "1"] = /^\d{1,6}$/.exec(attributes.start ?? "") ?? [];
  const items = children.filter((child) => typeof child !== "string" && child.tag === "li");
  return items
    .map((item, index) => {
      const marker = tag === "ol" ? `${Number(first) + index}. ` : "- ";
      const text = itemMarkdown(item);
      return text === "" ? "" : marker + text.replaceAll("\n", `\n${" ".repeat(marker.length)}`);
    })
    .filter((text) => text !== "")
    .join("\n");
}

/** A list within an item follows its text without an empty line, so that the list stays narrow. */
function itemMarkdown(item: HtmlNode | string): string {
  if (typeof item === "string") return "";
  return blocksOf(item.children)
    .map(({ markdown, kind }, index) => (index === 0 ? "" : kind === "other" ? "\n" : "\n\n") + markdown)
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
