import { diffArrays } from "diff";
import { markWords } from "./mark-words.ts";
import { elementsOf, type MarkupElement, type MarkupNode, markupOf, plainOf } from "./markup-tree.ts";

export type Aligned = {
  kind: "same" | "changed" | "added" | "removed";
  /** What stands there now; null for what is removed. */
  element: MarkupElement | null;
  /** With `ins` and `del` where something changed. */
  marked: MarkupElement;
};

/** Insertions and deletions of elements together, as in `compareTexts`. */
const editsMax = 400;
/** Elements that are compared word by word, and their markup together: an editing of every line of the longest text. */
const comparedMax = 200;
const comparedCharactersMax = 200_000;
/** Neighbours among which the one is looked for that an element became; the square of it is the work. */
const neighboursMax = 40;
/** Share of words that two elements have in common at least, to be shown as one that changed. */
const likenessMin = 0.35;

const containers: ReadonlySet<string> = new Set(
  "ul ol li blockquote div table thead tbody figure".split(" "),
);

type Budget = { comparisons: number; characters: number };

/** What became of elements, in the order of a reader. Past its bounds an element is one removed and one added. */
export function alignElements(
  before: readonly MarkupElement[],
  after: readonly MarkupElement[],
  budget: Budget = { comparisons: comparedMax, characters: comparedCharactersMax },
): Aligned[] {
  const changes = diffArrays(before.map(markupOf), after.map(markupOf), { maxEditLength: editsMax });
  if (changes === undefined) return [...before.map(asRemoved), ...after.map(asAdded)];
  const result: Aligned[] = [];
  const [old, young] = [[...before], [...after]];
  let gone: MarkupElement[] = [];
  for (const { added, removed, count } of changes) {
    if (removed) gone = old.splice(0, count);
    else if (added) {
      result.push(...pairUp(gone, young.splice(0, count), budget));
      gone = [];
    } else {
      result.push(...gone.map(asRemoved), ...young.splice(0, count).map(asSame));
      gone = [];
      old.splice(0, count);
    }
  }
  return [...result, ...gone.map(asRemoved)];
}

/** Elements that were taken out and put in at one position: those that are alike are one that changed. */
function pairUp(gone: MarkupElement[], come: MarkupElement[], budget: Budget): Aligned[] {
  if (Math.max(gone.length, come.length) > neighboursMax)
    return [...gone.map(asRemoved), ...come.map(asAdded)];
  const result: Aligned[] = [];
  const goneWords = gone.map(wordsOf);
  let from = 0;
  for (const element of come) {
    const words = wordsOf(element);
    const at = goneWords.findIndex(
      (each, index) =>
        index >= from && gone[index]?.tag === element.tag && likeness(each, words) >= likenessMin,
    );
    const earlier = at < 0 ? undefined : gone[at];
    const marked = earlier === undefined ? null : markElement(earlier, element, budget);
    if (marked === null) {
      result.push(asAdded(element));
      continue;
    }
    result.push(...gone.slice(from, at).map(asRemoved), { kind: "changed", element, marked });
    from = at + 1;
  }
  // What was taken out stands before what took its place.
  const rest = gone.slice(from).map(asRemoved);
  return from === 0 ? [...rest, ...result] : [...result, ...rest];
}

/** An element with what changed in it; null where it has to be shown as another one. */
function markElement(before: MarkupElement, after: MarkupElement, budget: Budget): MarkupElement | null {
  if (before.tag !== after.tag) return null;
  const [old, young] = [elementsOf(before.children), elementsOf(after.children)];
  if (after.tag === "tr") return old?.length === young?.length ? markCells(old, young, after, budget) : null;
  if (containers.has(after.tag) && old !== null && young !== null && old.length + young.length > 0) {
    return { ...after, children: alignElements(old, young, budget).map(({ marked }) => marked) };
  }
  if (hasBlocks(before) || hasBlocks(after)) return null;
  budget.comparisons -= 1;
  budget.characters -= markupOf(before).length + markupOf(after).length;
  if (budget.comparisons < 0 || budget.characters < 0) return null;
  const marked = markWords(innerMarkup(before), innerMarkup(after));
  return marked === null ? null : { ...after, children: [marked] };
}

/** A row keeps its columns. */
function markCells(
  old: readonly MarkupElement[] | null,
  young: readonly MarkupElement[] | null,
  row: MarkupElement,
  budget: Budget,
): MarkupElement | null {
  const cells = (young ?? []).map((cell, index) => {
    const earlier = old?.[index];
    return earlier === undefined ? null : markElement({ ...earlier, tag: cell.tag }, cell, budget);
  });
  const marked = cells.filter((cell) => cell !== null);
  return marked.length === cells.length ? { ...row, children: marked } : null;
}

function hasBlocks({ children }: MarkupElement): boolean {
  return children.some(
    (child) =>
      typeof child !== "string" && (containers.has(child.tag) || child.tag === "p" || hasBlocks(child)),
  );
}

function innerMarkup({ children }: MarkupElement): string {
  return children.map(markupOf).join("");
}

function wordsOf(element: MarkupElement): Set<string> {
  return new Set(plainOf(element).match(/[\p{L}\p{N}]+/gu) ?? []);
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  const shared = [...one].filter((word) => other.has(word)).length;
  return (2 * shared) / (one.size + other.size);
}

const asSame = (element: MarkupElement): Aligned => ({ kind: "same", element, marked: element });
const asAdded = (element: MarkupElement): Aligned => ({
  kind: "added",
  element,
  marked: markWhole(element, "ins"),
});
const asRemoved = (element: MarkupElement): Aligned => ({
  kind: "removed",
  element: null,
  marked: markWhole(element, "del"),
});

/** An element of which every word and picture is new, or gone. */
function markWhole(element: MarkupElement, mark: "ins" | "del"): MarkupElement {
  const wrapped = (node: MarkupNode): MarkupNode => {
    if (typeof node === "string") return node.trim() === "" ? node : `<${mark}>${node}</${mark}>`;
    return node.tag === "img" ? { tag: mark, open: `<${mark}>`, children: [node] } : markWhole(node, mark);
  };
  return { ...element, children: element.children.map(wrapped) };
}
