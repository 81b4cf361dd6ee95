import type { Attrs, Mark, Node } from "prosemirror-model";
import {
  descriptionOf,
  type MarkdownToken,
  parseMarkdown,
} from "../../../press-text/markdown/markdown-parser.ts";
import { schema } from "./schema.ts";

/** What the editor has no place for, as a German phrase for "Der Text enthält …". */
export class UnheldTextError extends Error {}

/** A document, and of each of its blocks the lines that it was made of. */
export type ParsedText = { doc: Node; sources: WeakMap<Node, string> };

type Frame = { name: string; attrs: Attrs; content: Node[] };
type Open = { marks: readonly Mark[] };

const blockNames: Record<string, string> = {
  paragraph: "paragraph",
  heading: "heading",
  blockquote: "blockquote",
  bullet_list: "bullet_list",
  ordered_list: "ordered_list",
  list_item: "list_item",
  table: "table",
  tr: "table_row",
  th: "table_header",
  td: "table_cell",
};
const markNames: Record<string, string> = { em: "em", strong: "strong", s: "strike" };

/** The document of a Markdown text, by the renderer's own parser. Throws UnheldTextError. */
export function documentOf(markdown: string): ParsedText {
  const { tokens, environment } = parseMarkdown(markdown);
  const lines = markdown.split("\n");
  const sources = new WeakMap<Node, string>();
  // A block that uses a definition elsewhere in the text means nothing without it.
  const isSelfContained = environment.references === undefined;
  const frames: Frame[] = [{ name: "doc", attrs: {}, content: [] }];
  const starts: (readonly [number, number] | null)[] = [];
  const add = (node: Node) => {
    frames.at(-1)?.content.push(node);
    const map = starts.at(-1);
    if (frames.length === 1 && map && isSelfContained) keepSource(sources, node, lines.slice(...map));
  };
  for (const [index, token] of tokens.entries()) {
    if (token.type === "thead_open" || token.type === "tbody_open") continue;
    if (token.type === "thead_close" || token.type === "tbody_close") continue;
    if (token.nesting === 1) {
      frames.push({ name: blockName(token), attrs: blockAttrs(tokens, index), content: [] });
      if (frames.length === 2) starts.push(token.map);
      continue;
    }
    if (token.nesting === -1) {
      const frame = frames.pop();
      if (frame !== undefined) add(closed(frame));
      if (frames.length === 1) starts.pop();
      continue;
    }
    if (token.type === "inline") addInline(frames, token);
    else {
      if (frames.length === 1) starts.push(token.map);
      add(leaf(token));
      if (frames.length === 1) starts.pop();
    }
  }
  const content = frames[0]?.content ?? [];
  return { doc: made("doc", {}, content), sources };
}

/** An unclosed fence would take in what comes behind it, and indented lines could become part of a list before them. */
function keepSource(sources: WeakMap<Node, string>, node: Node, lines: string[]): void {
  const source = lines.join("\n").trimEnd();
  if (node.type === schema.nodes.code_block || /^\s/.test(source)) return;
  sources.set(node, source);
}

function blockName(token: MarkdownToken): string {
  const name = blockNames[token.type.replace(/_open$/, "")];
  if (name === undefined) throw new UnheldTextError("eine unbekannte Form");
  return name;
}

function blockAttrs(tokens: readonly MarkdownToken[], index: number): Attrs {
  const token = tokens[index];
  if (token === undefined) return {};
  if (token.type === "heading_open") return { level: Number(token.tag.slice(1)) };
  if (token.type === "bullet_list_open") return { tight: isTight(tokens, index) };
  if (token.type === "ordered_list_open")
    return { order: Number(token.attrGet("start") ?? 1), tight: isTight(tokens, index) };
  if (token.type === "th_open" || token.type === "td_open")
    return { align: /left|right|center/.exec(String(token.attrGet("style") ?? ""))?.[0] ?? null };
  return {};
}

/** Whether the list's paragraphs stand without a paragraph's space, as that of its first item that has one says. */
function isTight(tokens: readonly MarkdownToken[], listIndex: number): boolean {
  const level = tokens[listIndex]?.level ?? 0;
  for (let index = listIndex + 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.level <= level) break;
    if (token.type === "paragraph_open" && token.level === level + 2) return token.hidden;
  }
  return true;
}

function closed({ name, attrs, content }: Frame): Node {
  if (name === "table_header" || name === "table_cell")
    return made(name, attrs, [made("paragraph", {}, content)]);
  const [only] = content;
  const isPicture = content.length === 1 && only?.type === schema.nodes.image && only?.marks.length === 0;
  if (name === "paragraph" && isPicture && only !== undefined) return made("figure", only.attrs, []);
  return made(name, attrs, content);
}

function leaf(token: MarkdownToken): Node {
  if (token.type === "hr") return made("horizontal_rule", {}, []);
  if (token.type !== "fence" && token.type !== "code_block")
    throw new UnheldTextError("eine unbekannte Form");
  const text = token.content.replace(/\n$/, "");
  return made("code_block", { params: token.info }, text === "" ? [] : [schema.text(text)]);
}

/** Fills what has to hold something: an empty item of a list has an empty paragraph. */
function made(name: string, attrs: Attrs, content: Node[]): Node {
  const node = schema.nodes[name]?.createAndFill(attrs, content);
  if (!node) throw new UnheldTextError("eine Verschachtelung");
  return node;
}

function addInline(frames: Frame[], token: MarkdownToken): void {
  const content = frames.at(-1)?.content;
  if (content === undefined) return;
  const open: Open = { marks: [] };
  const children = token.children ?? [];
  for (const [index, child] of children.entries()) {
    if (child.nesting === 1 && children[index + 1]?.nesting === -1)
      throw new UnheldTextError("einen Link ohne Wörter");
    content.push(...inlineNodes(child, open));
  }
}

function inlineNodes(token: MarkdownToken, open: Open): Node[] {
  const { nodes, marks } = schema;
  const { type, content, nesting } = token;
  if (nesting !== 0) {
    const name =
      type === "link_open" || type === "link_close"
        ? "link"
        : markNames[type.replace(/_(?:open|close)$/, "")];
    const markType = marks[name ?? ""];
    if (markType === undefined) throw new UnheldTextError("eine unbekannte Auszeichnung");
    const attrs = name === "link" ? linkAttrs(token) : {};
    open.marks =
      nesting === 1 ? markType.create(attrs).addToSet(open.marks) : markType.removeFromSet(open.marks);
    return [];
  }
  if (type === "text" || type === "text_special")
    return content === "" ? [] : [schema.text(content, open.marks)];
  if (type === "code_inline" && marks.code)
    return [schema.text(content, marks.code.create().addToSet(open.marks))];
  if (type === "softbreak" && nodes.soft_break) return [nodes.soft_break.create(null, null, open.marks)];
  if (type === "hardbreak" && nodes.hard_break) return [nodes.hard_break.create(null, null, open.marks)];
  if (type === "image" && nodes.image) return [nodes.image.create(imageAttrs(token), null, open.marks)];
  throw new UnheldTextError("eine unbekannte Auszeichnung");
}

function linkAttrs(token: MarkdownToken): Attrs {
  return { href: String(token.attrGet("href") ?? ""), title: token.attrGet("title") ?? null };
}

function imageAttrs(token: MarkdownToken): Attrs {
  return {
    src: String(token.attrGet("src") ?? ""),
    alt: descriptionOf(token),
    title: token.attrGet("title") ?? null,
  };
}
