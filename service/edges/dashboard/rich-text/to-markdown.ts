import type { Node } from "prosemirror-model";
import { TableMap } from "prosemirror-tables";
import { inlineMarkdown, pictureMarkdown } from "./inline-markdown.ts";

/** Keeps what was written of a block as long as nobody changes it; blocks are never changed, only replaced. */
export type Written = WeakMap<Node, string>;

/**
 * The Markdown of a document. Blocks that `written` knows stand there as they were, so that a change touches the lines that it means,
 * and a long text is not written anew at each key.
 */
export function markdownOf(doc: Node, written: Written): string {
  const parts: string[] = [];
  let before: { node: Node; text: string } | null = null;
  doc.forEach((node) => {
    const known = written.get(node);
    const isKept = known !== undefined && (before === null || !joins(before, node, known));
    const text = isKept ? known : blockMarkdown(node, before);
    if (text === "") return;
    written.set(node, text);
    parts.push(text);
    before = { node, text };
  });
  return parts.join("\n\n");
}

type Before = { node: Node; text: string } | null;

function blockMarkdown(node: Node, before: Before): string {
  switch (node.type.name) {
    case "heading":
      return `${"#".repeat(Number(node.attrs.level))} ${inlineMarkdown(node, "heading")}`.trimEnd();
    case "blockquote":
      return prefixed(childrenMarkdown(node, false), "> ");
    case "bullet_list":
    case "ordered_list":
      return listMarkdown(node, before);
    case "code_block":
      return codeMarkdown(node);
    case "horizontal_rule":
      // The one line that neither begins a list nor underlines a heading.
      return "___";
    case "figure":
      return pictureMarkdown(node.attrs);
    case "table":
      return tableMarkdown(node);
    default:
      return inlineMarkdown(node, "paragraph");
  }
}

function childrenMarkdown(node: Node, isTight: boolean): string {
  let all = "";
  let before: Before = null;
  node.forEach((child) => {
    const text = blockMarkdown(child, before);
    if (text === "") return;
    if (before !== null) all += isTight && standsClose(before.node, child) ? "\n" : "\n\n";
    all += text;
    before = { node: child, text };
  });
  return all;
}

/** Whether a block may follow another without an empty line, which would set all items of their list apart. */
function standsClose(before: Node, node: Node): boolean {
  const name = node.type.name;
  if (name === "ordered_list") return node.attrs.order === 1 || before.type.name !== "paragraph";
  // Two quotations without a line between them are one.
  if (name === "blockquote") return before.type.name !== name;
  if (["bullet_list", "code_block", "heading"].includes(name)) return true;
  return ["heading", "code_block"].includes(before.type.name);
}

/** Two lists of one kind, one after the other, differ by their marks; with the same they would be one. */
function listMarkdown(list: Node, before: Before): string {
  const isOrdered = list.type.name === "ordered_list";
  const used = before?.node.type === list.type ? markOf(before.text) : null;
  const mark = isOrdered ? (used === "." ? ")" : ".") : used === "-" ? "*" : "-";
  const isTight = list.attrs.tight === true;
  const items: string[] = [];
  list.forEach((item, _offset, index) => {
    const start = isOrdered ? `${Number(list.attrs.order) + index}${mark} ` : `${mark} `;
    const text = childrenMarkdown(item, isTight);
    items.push(`${start}${prefixed(text, " ".repeat(start.length)).trimStart()}`.trimEnd());
  });
  return items.join(isTight ? "\n" : "\n\n");
}

function joins(before: { node: Node; text: string }, node: Node, text: string): boolean {
  return (
    before.node.type === node.type && node.type.name.endsWith("_list") && markOf(before.text) === markOf(text)
  );
}

function markOf(list: string): string | null {
  return /^(?:\d+)?([-+*.)])/.exec(list)?.[1] ?? null;
}

function codeMarkdown(node: Node): string {
  const text = node.textContent;
  const params = String(node.attrs.params);
  const mark = params.includes("`") ? "~" : "`";
  const longest = Math.max(2, ...[...text.matchAll(/`+|~+/g)].map(([run]) => run.length));
  const fence = mark.repeat(longest + 1);
  return `${fence}${params}\n${text === "" ? "" : `${text}\n`}${fence}`;
}

/** Markdown has no cells that reach over others: empty ones stand behind them, so that all rows are as long. */
function tableMarkdown(table: Node): string {
  const { width, height, map } = TableMap.get(table);
  const written = new Set<number>();
  const columns = Array.from({ length: width }, (_, column) => column);
  const rows = Array.from({ length: height }, (_, row) =>
    columns.map((column) => {
      const at = map[row * width + column] ?? 0;
      const words = written.has(at) ? null : table.nodeAt(at)?.firstChild;
      written.add(at);
      return words ? inlineMarkdown(words, "cell") : "";
    }),
  );
  const aligns = columns.map((column) => alignMarkdown(table.nodeAt(map[column] ?? 0)?.attrs.align));
  const [head = [], ...body] = rows;
  return [head, aligns, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function alignMarkdown(align: unknown): string {
  if (align === "right") return "---:";
  if (align === "center") return ":---:";
  return align === "left" ? ":---" : "---";
}

function prefixed(text: string, prefix: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? prefix.trimEnd() : `${prefix}${line}`))
    .join("\n");
}
