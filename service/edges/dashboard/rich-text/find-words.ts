import type { Node } from "prosemirror-model";

export type WordsAt = { from: number; to: number };

/**
 * Where words stand in a text, blanks counted as one: in the block that is nearest to the one with the number `near`, because a text may
 * say the same twice. Null where nobody wrote them, or where they were changed since.
 */
export function findWords(doc: Node, words: string, near: number): WordsAt | null {
  const wanted = words.replace(/\s+/g, " ").trim();
  let found: WordsAt | null = null;
  let distance = Number.POSITIVE_INFINITY;
  if (wanted === "") return null;
  doc.forEach((block, offset, index) => {
    if (Math.abs(index - near) >= distance) return;
    const { text, positions } = lettersOf(block, offset + 1);
    const at = text.indexOf(wanted);
    const from = positions[at];
    const last = positions[at + wanted.length - 1];
    if (at === -1 || from === undefined || last === undefined) return;
    found = { from, to: last + 1 };
    distance = Math.abs(index - near);
  });
  return found;
}

/** The words of a block as readers have them, and where each letter stands in the document. */
function lettersOf(block: Node, start: number): { text: string; positions: number[] } {
  let text = "";
  const positions: number[] = [];
  const add = (letter: string, position: number) => {
    const isSpace = /\s/.test(letter);
    if (isSpace && (text === "" || text.endsWith(" "))) return;
    text += isSpace ? " " : letter;
    positions.push(position);
  };
  block.descendants((node, at) => {
    if (node.isText)
      for (const [index, letter] of (node.text ?? "").split("").entries()) add(letter, start + at + index);
    else if (node.isBlock || node.type.name.endsWith("_break")) add(" ", start + at);
  });
  return { text, positions };
}
