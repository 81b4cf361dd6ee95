/** A piece of a text's finished markup: words, or an element with what is in it. */
export type MarkupNode = string | MarkupElement;
export type MarkupElement = { tag: string; open: string; children: MarkupNode[] };

const voidTags: ReadonlySet<string> = new Set(["br", "hr", "img"]);
/** The sanitiser writes no `>` into an attribute, so a tag ends at the next one. */
const piecePattern = /<(\/?)([a-z][a-z0-9]*)[^>]*>|[^<]+/g;

/** The elements and words of markup that `readText` made: well-formed, with few tags, none of them nested deep. */
export function parseMarkup(markup: string): MarkupNode[] {
  const root: MarkupNode[] = [];
  const open: MarkupElement[] = [];
  for (const [piece, slash, tag] of markup.matchAll(piecePattern)) {
    const children = open.at(-1)?.children ?? root;
    if (tag === undefined) children.push(piece);
    else if (slash === "/") open.pop();
    else {
      const element = { tag, open: piece, children: [] };
      children.push(element);
      if (!voidTags.has(tag)) open.push(element);
    }
  }
  return root;
}

export function markupOf(node: MarkupNode): string {
  if (typeof node === "string") return node;
  const { tag, open, children } = node;
  return voidTags.has(tag) ? open : `${open}${children.map(markupOf).join("")}</${tag}>`;
}

/** The elements among nodes; blanks between them say nothing. Null where there are words beside them. */
export function elementsOf(nodes: readonly MarkupNode[]): MarkupElement[] | null {
  const elements = nodes.filter((node) => typeof node !== "string");
  return nodes.some((node) => typeof node === "string" && node.trim() !== "") ? null : elements;
}

/** The words of a node without markup, blanks as one space. */
export function plainOf(node: MarkupNode): string {
  return textOf(node).replace(/\s+/g, " ").trim();
}

function textOf(node: MarkupNode): string {
  if (typeof node !== "string") return node.tag === "br" ? " " : node.children.map(textOf).join("");
  return node.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
