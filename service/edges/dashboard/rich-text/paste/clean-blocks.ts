import { blockTags } from "../../../../press-text/block-tags.ts";
import { inlineOf } from "./clean-inline.ts";
import { itemOf, itemsOfList, type LeveledItem, listsOf } from "./clean-lists.ts";
import { tableOf } from "./clean-table.ts";
import { isDropped, type Reading } from "./reading.ts";

/** Deepest element that is looked into; programs nest some twenty. Parsers of browsers stop at 512. */
const depthMax = 300;

/** What an element holds as blocks, one after the other. */
export function blocksOf(container: Element, reading: Reading, depth = 0): string {
  return blocksOfNodes(container.childNodes, reading, depth);
}

function blocksOfNodes(nodes: Iterable<Node>, reading: Reading, depth: number): string {
  if (depth > depthMax) return "";
  const out: string[] = [];
  let words: Node[] = [];
  let items: LeveledItem[] = [];
  const endWords = () => {
    out.push(paragraphOf(inlineOf(words, reading)));
    words = [];
  };
  const endItems = () => {
    out.push(listsOf(items));
    items = [];
  };
  for (const child of nodes) {
    if (child instanceof Element && isDropped(child)) continue;
    if (!(child instanceof Element) || !isBlock(child, reading)) {
      if (child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim() === "" && words.length === 0) continue;
      if (items.length > 0) endItems();
      words.push(child);
      continue;
    }
    endWords();
    const found = itemsIn(child, reading, depth);
    if (found !== null) {
      items.push(...found);
      continue;
    }
    if (!reading.withContent.has(child)) continue;
    endItems();
    out.push(blockOf(child, reading, depth + 1));
  }
  endWords();
  endItems();
  return out.join("");
}

/** A wrapper is a block where it holds one: Google Docs puts all of a text into one bold element. */
function isBlock(element: Element, { withBlocks }: Reading): boolean {
  return blockTags.has(element.localName) || withBlocks.has(element);
}

/** Items of lists that Word and Word for the web write one by one with their level; null for anything else. */
function itemsIn(element: Element, reading: Reading, depth: number): LeveledItem[] | null {
  const own = itemOf(element, reading);
  if (own !== null) return [own];
  if (/^[uo]l$/.test(element.localName) && element.querySelector("li[data-aria-level]") === null)
    return itemsOfList(element, 1, (nodes) => blocksOfNodes(nodes, reading, depth + 1));
  if (!reading.hasLeveledItems) return null;
  const items = [...element.querySelectorAll("li[data-aria-level]")];
  // Word for the web: each item in a list of its own, in a wrapper.
  if (items.length === 0 || depth > depthMax || /^(?:table|blockquote)$/.test(element.localName)) return null;
  const others = [...element.querySelectorAll("p, h1, h2, h3, table")].filter(
    (each) => each.closest("li") === null,
  );
  return others.length > 0
    ? null
    : items.map((item) => itemOf(item, reading)).filter((item) => item !== null);
}

function blockOf(element: Element, reading: Reading, depth: number): string {
  const tag = element.localName;
  const level = levelOf(element);
  if (level !== null) {
    const words = inlineOf([...element.childNodes], reading, { isPlain: true });
    const shown = Math.min(4, Math.max(2, level + reading.headingShift));
    return words === "" ? "" : `<h${shown}>${words}</h${shown}>`;
  }
  if (tag === "hr") return "<hr>";
  if (tag === "pre") return `<pre>${codeOf(element)}</pre>`;
  if (tag === "table") {
    const rows = tableOf(element, reading);
    return rows === null ? blocksOf(element, reading, depth) : captionOf(element, reading) + rows;
  }
  if (tag === "blockquote" || /(?:^|\s)Mso(?:Intense)?Quote/.test(element.getAttribute("class") ?? ""))
    return wrapped("blockquote", blocksOf(element, reading, depth));
  const hasBlocks = [...element.children].some((child) => isBlock(child, reading) && !isDropped(child));
  return hasBlocks
    ? blocksOf(element, reading, depth)
    : paragraphOf(inlineOf([...element.childNodes], reading));
}

/** The editor's tables have no caption: one that is pasted becomes a paragraph above its table. */
function captionOf(table: Element, reading: Reading): string {
  const caption = [...table.children].find((child) => child.localName === "caption");
  return caption === undefined || isDropped(caption)
    ? ""
    : paragraphOf(inlineOf([...caption.childNodes], reading));
}

function codeOf(element: Element): string {
  return (element.textContent ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Level of a heading; null for anything else. */
function levelOf(element: Element): number | null {
  const [, digit] = /^h([1-6])$/.exec(element.localName) ?? [];
  if (digit !== undefined) return Number(digit);
  if (element.getAttribute("role") === "heading") return Number(element.getAttribute("aria-level") ?? 2);
  return /(?:^|\s)MsoTitle(?:\s|$)/.test(element.getAttribute("class") ?? "") ? 1 : null;
}

/** Outlook for the web parts paragraphs by empty lines. */
function paragraphOf(words: string): string {
  const lines = words.split(/(?:<br>){2,}/).filter((each) => each.replaceAll("\u00a0", "").trim() !== "");
  return lines.map((each) => `<p>${each}</p>`).join("");
}

function wrapped(tag: string, blocks: string): string {
  return blocks === "" ? "" : `<${tag}>${blocks}</${tag}>`;
}
