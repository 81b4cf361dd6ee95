import { escapeHtml } from "../../floor/web/html.ts";
import type { PressText } from "../markdown/press-text.ts";
import { readText } from "../markdown/read-text.ts";
import { alignElements } from "./mark-elements.ts";
import { elementsOf, type MarkupElement, markupOf, parseMarkup, plainOf } from "./markup-tree.ts";

/** A paragraph, heading, list, table or picture of a text, in the order of the page. */
export type Passage = {
  /** Against the earlier text. `removed` ones are not in the text any more. */
  kind: "same" | "changed" | "added" | "removed";
  /** Finished HTML; where there is an earlier text, with `ins` and `del`. */
  markup: string;
  /** Its words in the present text, blanks as one space; empty for what is removed, and for a picture without a caption. */
  plain: string;
};

/**
 * The passages of a Markdown text, and what became of them since `before`, as readers would see both: word by word within what
 * stayed in its place. The time is bounded as in `compareTexts`; links lead where they lead.
 */
export function readPassages({ before, after }: { before: string | null; after: string }): Passage[] {
  const present = topElements(after);
  return alignElements(before === null ? present : topElements(before), present).map(
    ({ kind, element, marked }) => ({
      kind,
      markup: markupOf(marked),
      plain: element === null ? "" : plainOf(element),
    }),
  );
}

function topElements(markdown: string): MarkupElement[] {
  return elementsOf(parseMarkup(finishedMarkup(readText(markdown)))) ?? [];
}

function finishedMarkup({ pieces, links }: PressText): string {
  return pieces.map((piece, index) => escapeHtml(links[index - 1]?.url ?? "") + piece).join("");
}
