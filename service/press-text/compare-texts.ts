import { diffArrays } from "diff";

/** A stretch of text that both have, or that only one of them has. */
export type TextPart = { kind: "same" | "removed" | "added"; text: string };

/**
 * Steps of one comparison (insertions and deletions together), whose square is its time: 400 take 30 ms in the longest text. Texts that
 * differ more are others, and a mark at each word would help nobody.
 */
const editsMax = 400;
/** Changed paragraphs that are compared word by word; the further ones are shown whole. */
const comparedParagraphsMax = 100;
/** Words of all compared paragraphs together: twice the longest text that a thorough editing touches in every line. */
const comparedWordsMax = 30_000;

/**
 * What became of `before` in `after`, word by word. Paragraphs are compared first and words only within those that changed, so that
 * the time is bounded for texts of any length: past the bounds a paragraph, or the whole text, is one removed and one added part.
 */
export function compareTexts(before: string, after: string): TextPart[] {
  if (before === after) return merged([{ kind: "same", text: before }]);
  const blocks = compared(paragraphsOf(before), paragraphsOf(after));
  if (blocks === null) return replaced(before, after);
  const parts: TextPart[] = [];
  let paragraphsLeft = comparedParagraphsMax;
  let wordsLeft = comparedWordsMax;
  for (let at = 0; at < blocks.length; at += 1) {
    const [block, next] = [blocks[at], blocks[at + 1]];
    if (block === undefined) break;
    if (block.kind !== "removed" || next?.kind !== "added") {
      parts.push(block);
      continue;
    }
    const [old, young] = [wordsOf(block.text), wordsOf(next.text)];
    paragraphsLeft -= 1;
    wordsLeft -= old.length + young.length;
    const words = paragraphsLeft >= 0 && wordsLeft >= 0 ? compared(old, young) : null;
    parts.push(...(words ?? replaced(block.text, next.text)));
    at += 1;
  }
  return merged(parts);
}

/** Null where the two differ by more than `editsMax`. */
function compared(before: string[], after: string[]): TextPart[] | null {
  const changes = diffArrays(before, after, { maxEditLength: editsMax });
  return (
    changes?.map(({ added, removed, value }) => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value.join(""),
    })) ?? null
  );
}

function paragraphsOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** Words, blanks and single marks, so that a comma alone can be what changed. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

/** The whole of both, for texts that were not compared. */
export function replaced(before: string, after: string): TextPart[] {
  return merged([
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ]);
}

/** Without empty parts, and neighbours of one kind as one. */
function merged(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === "") continue;
    if (last?.kind === part.kind) result[result.length - 1] = { ...part, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
