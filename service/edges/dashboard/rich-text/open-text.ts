import type { Node } from "prosemirror-model";
import {
  IntricateTextError,
  parseMarkdown,
  renderTokens,
} from "../../../press-text/markdown/markdown-parser.ts";
import { documentOf, UnheldTextError } from "./from-markdown.ts";
import { markdownOf, type Written } from "./to-markdown.ts";

/** A text in the editor; `save` is the text itself, byte for byte, as long as the document is the one that was opened. */
export type OpenedText = { doc: Node; save: (doc: Node) => string };

/** A sentence for the author says why the editor can't hold a text. */
export type Unopened = { reason: string };

/** Opens a text where the editor can hold all that readers get of it. */
export function openText(markdown: string): OpenedText | Unopened {
  try {
    const { doc, sources } = documentOf(markdown);
    // Written without its sources, so that whatever is changed later keeps its meaning too.
    const line = firstDifference(markdown, markdownOf(doc, new WeakMap()));
    if (line !== null) throw new UnheldTextError(line);
    return { doc, save: createSave(doc, markdown, sources) };
  } catch (error) {
    if (error instanceof IntricateTextError) return { reason: "Der Text ist zu tief verschachtelt." };
    if (!(error instanceof UnheldTextError)) throw error;
    return { reason: `Der Text enthält ${error.message}.` };
  }
}

function createSave(opened: Node, markdown: string, sources: Written): (doc: Node) => string {
  const blocks = new Map<string, Node>();
  opened.forEach((block) => {
    blocks.set(block.textContent, block);
  });
  // A block that was parted and put together again is another object with the same words.
  const adopt = (block: Node) => {
    const before = sources.has(block) ? undefined : blocks.get(block.textContent);
    const source = before === undefined || !before.eq(block) ? undefined : sources.get(before);
    if (source !== undefined) sources.set(block, source);
  };
  return (doc) => {
    if (doc.eq(opened)) return markdown;
    doc.forEach(adopt);
    return markdownOf(doc, sources);
  };
}

/** What readers get of a text, without what nobody sees: the order of marks around the same words, and the last line break of code. */
export function meaningOf(html: string): string {
  const sorted = (tags: string) => (tags.match(/<[^>]+>/g) ?? []).sort().join("");
  return html
    .replaceAll("\n</code></pre>", "</code></pre>")
    .replace(/(?:<(?:em|strong|s|a [^>]*)>){2,}/g, sorted)
    .replace(/(?:<\/(?:em|strong|s|a)>){2,}/g, sorted);
}

function htmlOf(markdown: string): string {
  const { tokens, environment } = parseMarkdown(markdown);
  return meaningOf(renderTokens(tokens, environment));
}

/** Where two texts differ for their readers, as a phrase; null where they don't. */
function firstDifference(markdown: string, written: string): string | null {
  if (htmlOf(markdown) === htmlOf(written)) return null;
  const before = blocksOf(markdown);
  const after = blocksOf(written);
  const at = before.findIndex(({ html }, index) => html !== after[index]?.html);
  const line = before[at]?.line;
  const where = line === undefined ? "" : ` in Zeile ${line}`;
  return `${where === "" ? "" : `${where.trim()} `}Markdown, das sich im Textfeld nicht ohne Verlust zeigen lässt`;
}

function blocksOf(markdown: string): { html: string; line: number }[] {
  const { tokens, environment } = parseMarkdown(markdown);
  const starts = tokens.flatMap((token, index) => (token.level === 0 && token.nesting !== -1 ? [index] : []));
  return starts.map((start, index) => ({
    html: meaningOf(renderTokens(tokens.slice(start, starts[index + 1]), environment)),
    line: (tokens[start]?.map?.[0] ?? 0) + 1,
  }));
}
