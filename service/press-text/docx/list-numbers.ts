import type { HtmlNode } from "./parse-html.ts";

/** Begins the name of a bookmark that brings the number of a paragraph through mammoth, which knows only that there is one. */
const markPrefix = "list-number-";

type Numbering = {
  /** By the id of a list: what counts for it, and where it begins anew. */
  lists: Map<string, { counter: string; restarts: Map<number, number> }>;
  starts: Map<string, Map<number, number>>;
};

const numberingPattern =
  /<w:(abstractNum|num|lvl|lvlOverride)\s[^<>]*?w:(?:abstractNumId|numId|ilvl)="(\d{1,9})"|<w:(start|startOverride|abstractNumId)\s+w:val="(\d{1,9})"/g;

/** What `word/numbering.xml` says of where lists begin (ECMA-376, 17.9). */
function readNumbering(xml: string): Numbering {
  const found: Numbering = { lists: new Map(), starts: new Map() };
  let levels = new Map<number, number>();
  let list = { counter: "", restarts: new Map<number, number>() };
  let level = 0;
  let isList = false;
  for (const [, holder, id = "", fact, value = ""] of xml.matchAll(numberingPattern)) {
    if (holder === "abstractNum") {
      isList = false;
      levels = new Map();
      found.starts.set(id, levels);
    } else if (holder === "num") {
      isList = true;
      list = { counter: "", restarts: new Map() };
      found.lists.set(id, list);
    } else if (holder !== undefined) level = Number(id);
    else if (fact === "abstractNumId") list.counter = value;
    else if (isList) list.restarts.set(level, Number(value));
    else levels.set(level, Number(value));
  }
  return found;
}

const paragraphPattern =
  /<w:pPr(?=[\s>])(?![^<>]*\/>)|<\/w:pPr>|<w:(ilvl|numId)\s+w:val="(\d{1,9})"\s*\/>|<w:del(?=[\s/>])/g;

/**
 * A document's XML with the number of each numbered paragraph in a bookmark: lists that share a counter go on behind a paragraph, and mammoth
 * began each at 1.
 */
export function withListNumbers(xml: string, numberingXml: string): string {
  const nextNumber = counterOf(readNumbering(numberingXml));
  let marked = "";
  let from = 0;
  let depth = 0;
  let said: { ilvl?: string; numId?: string; isDeleted?: boolean } = {};
  for (const match of xml.matchAll(paragraphPattern)) {
    const [whole, name, value] = match;
    if (whole.startsWith("<w:pPr")) depth += 1;
    else if (whole !== "</w:pPr>") {
      // A `w:pPr` within another one says how the paragraph was before a tracked change, which does not count.
      if (depth === 1) said = name === undefined ? { ...said, isDeleted: true } : { ...said, [name]: value };
    } else {
      depth -= 1;
      if (depth > 0) continue;
      const number =
        said.numId === undefined || said.isDeleted === true
          ? null
          : nextNumber(said.numId, Number(said.ilvl ?? 0));
      said = {};
      if (number === null) continue;
      const end = match.index + whole.length;
      marked += `${xml.slice(from, end)}<w:bookmarkStart w:name="${markPrefix}${number}"/>`;
      from = end;
    }
  }
  return marked + xml.slice(from);
}

/** Counts as Word does: lists of one definition share a counter, and behind an item all deeper levels begin anew. */
function counterOf({ lists, starts }: Numbering): (listId: string, level: number) => number | null {
  const counters = new Map<string, number[]>();
  const restarted = new Set<string>();
  return (listId, level) => {
    const list = lists.get(listId);
    if (list === undefined || level > levelMax) return null;
    const counts = counters.get(list.counter) ?? [];
    counters.set(list.counter, counts);
    const restart = restarted.has(`${listId} ${level}`) ? undefined : list.restarts.get(level);
    restarted.add(`${listId} ${level}`);
    const last = counts[level];
    const first = starts.get(list.counter)?.get(level) ?? 1;
    const number = restart ?? (last === undefined ? first : last + 1);
    counts[level] = number;
    counts.length = level + 1;
    return number;
  };
}

/** Word has nine. */
const levelMax = 8;

/** The tree with each number where HTML has it, at its item. */
export function withItemNumbers(node: HtmlNode): HtmlNode {
  const children = node.children.map((child) => (typeof child === "string" ? child : withItemNumbers(child)));
  const number = node.tag === "li" ? numberAmong(children) : undefined;
  const attributes = number === undefined ? node.attributes : { ...node.attributes, value: number };
  return { ...node, attributes, children };
}

function numberAmong(children: readonly (HtmlNode | string)[]): string | undefined {
  for (const child of children) {
    const id = typeof child === "string" ? "" : (child.attributes.id ?? "");
    if (id.startsWith(markPrefix)) return id.slice(markPrefix.length);
  }
  return undefined;
}
