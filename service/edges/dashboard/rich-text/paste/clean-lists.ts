import { inlineOf } from "./clean-inline.ts";
import { isDropped, type Reading, styleOf } from "./reading.ts";

/** An item of a list that says itself how deep it stands. */
export type LeveledItem = {
  list: string;
  level: number;
  isOrdered: boolean;
  blocks: string;
  /** Its number, for a list that goes on after something else. */
  start: string | null | undefined;
};

/** Deepest level of a list; Word knows nine. */
const levelMax = 9;

/**
 * A paragraph of Word that is an item of a list (`mso-list:l0 level2 lfo1`, its number or point in a span of its own), or an item of
 * Word for the web (`data-aria-level`). Null for anything else.
 */
export function itemOf(element: Element, reading: Reading): LeveledItem | null {
  const [, list, level] = /mso-list:\s*(l\d+)\s+level(\d)/.exec(styleOf(element)) ?? [];
  if (list !== undefined && /^(?:p|div)$/.test(element.localName)) {
    const { marker, words } = partsOf(element);
    // "1.", "2)", "a.", "iv."
    const [ordered, start] = /^\(?(?:(\d{1,4})|[a-z]|[ivxlc]{1,6})[.)]/i.exec(marker.trim()) ?? [];
    const blocks = `<p>${inlineOf(words, reading)}</p>`;
    return { list, level: Number(level), isOrdered: ordered !== undefined, blocks, start };
  }
  const webLevel = element.localName === "li" ? element.getAttribute("data-aria-level") : null;
  if (webLevel === null) return null;
  const isOrdered = element.parentElement?.localName === "ol";
  const start = element.parentElement?.getAttribute("start");
  const blocks = `<p>${inlineOf([...element.childNodes], reading)}</p>`;
  const id = element.getAttribute("data-listid") ?? "";
  return { list: id, level: Number(webLevel) || 1, isOrdered, blocks, start };
}

/**
 * The items of a list of HTML with their levels. Google Docs puts the deeper list between the items instead of into one, and LibreOffice
 * begins a new list for each change of level, so the levels alone say what belongs together.
 */
export function itemsOfList(
  list: Element,
  level: number,
  blocksOf: (nodes: Iterable<Node>) => string,
): LeveledItem[] {
  if (level > levelMax) return [];
  const isOrdered = list.localName === "ol";
  const items: LeveledItem[] = [];
  for (const child of list.children) {
    if (isList(child)) items.push(...itemsOfList(child, level + 1, blocksOf));
    if (child.localName !== "li" || isDropped(child)) continue;
    const nested = [...child.children].filter(isList);
    const blocks = blocksOf([...child.childNodes].filter((node) => !nested.includes(node as Element)));
    const start = items.length === 0 ? list.getAttribute("start") : null;
    if (blocks !== "" || (nested.length > 0 && items.length === 0))
      items.push({ list: "", level, isOrdered, blocks, start });
    for (const inner of nested) items.push(...itemsOfList(inner, level + 1, blocksOf));
  }
  return items;
}

function isList(element: Element): boolean {
  return element.localName === "ul" || element.localName === "ol";
}

/** Word writes the marker between two of its comments, mostly in a span of its own. */
function partsOf(element: Element): { marker: string; words: Node[] } {
  const words: Node[] = [];
  let marker = "";
  let isMarker = false;
  for (const node of element.childNodes) {
    const comment = node.nodeType === Node.COMMENT_NODE ? (node.nodeValue ?? "") : "";
    if (comment.includes("[if !supportLists]")) isMarker = true;
    if (isMarker) marker += node.nodeType === Node.COMMENT_NODE ? "" : (node.textContent ?? "");
    else words.push(node);
    if (comment.includes("[endif]")) isMarker = false;
  }
  if (marker !== "") return { marker, words };
  const span = [...element.querySelectorAll("span")].find((each) => /mso-list:\s*ignore/.test(styleOf(each)));
  return { marker: span?.textContent ?? "", words };
}

/** Items as lists within lists. */
export function listsOf(items: readonly LeveledItem[]): string {
  let out = "";
  const open: { tag: string; list: string }[] = [];
  const close = () => {
    out += `</li></${open.pop()?.tag}>`;
  };
  for (const { list, level, isOrdered, blocks, start } of items) {
    const tag = isOrdered ? "ol" : "ul";
    // A level that is skipped has no item of its own to lie in.
    const depth = Math.max(1, Math.min(level, open.length + 1, levelMax));
    while (open.length > depth) close();
    const last = open.at(-1);
    if (open.length === depth && (last?.tag !== tag || (depth === 1 && last.list !== list))) close();
    if (open.length === depth) out += "</li><li>";
    else {
      open.push({ tag, list });
      out += `<${tag}${isOrdered && /^\d{1,6}$/.test(start ?? "") ? ` start="${start}"` : ""}><li>`;
    }
    out += blocks;
  }
  while (open.length > 0) close();
  return out;
}
