import { toNormalForm } from "../floor/strings/normal-form.ts";

/** Where a term stands in a text, in UTF-16 units. */
type TermRange = { start: number; end: number };
/** The first ranges where a text holds a term. `term` and `text` are positions in the lists of the question. */
export type TermHit = { term: number; text: number; ranges: TermRange[] };
export type TermQuestion = { terms: readonly string[]; texts: readonly string[]; rangesMax: number };

/**
 * A text as numbers, one for each code point that is seen, which all spellings of a letter share; a run of white space is one. Copied out of a
 * PDF, "ü" is a "u" with a mark, and a layout leaves soft hyphens within words: a term that no reader could overlook was not found there.
 */
type Letters = { ids: number[]; isWord: boolean[]; starts: number[]; text: string };
type Letter = { id: number; isWord: boolean; isMark: boolean; isSeen: boolean };
type Node = { next: Map<number, Node>; terms: number[] };

const endings = new Set(["", "e", "em", "en", "er", "es", "n", "s"]);
const endingLettersMax = 2;
const mark = /\p{M}/u;
const startsWithMark = /^\p{M}/u;
/** A letter with its marks. */
const marked = /\P{M}\p{M}*|\p{M}+/gu;
/** But U+FEFF, which is white space to an expression. */
const unseen = /^(?!\ufeff)[\p{Cf}\p{Variation_Selector}]$/u;
/** By the rules of the flags `iu` (Unicode's simple folding) these four are other letters than lower case makes of them. */
const foldedOtherwise = new Map([
  ["ı", "ı"],
  ["\u1fd3", "\u0390"],
  ["\u1fe3", "\u03b0"],
  ["\ufb05", "\ufb06"],
]);

/**
 * Finds terms as whole words with the endings that German puts to them: "billig" finds "billiges" and "Billig", but not
 * "Billigung" and not "unbillig". A term may have any marks, and blanks stand for any run of white space.
 * One pass over each text for all terms together; each step of it goes no deeper than the longest term.
 */
export function findTerms({ terms, texts, rangesMax }: TermQuestion): TermHit[] {
  const lettersOf = createAlphabet();
  const root = treeOf(terms.map((term) => lettersOf(term.trim()).ids));
  return texts.flatMap((text, at) => hitsIn(lettersOf(text), { root, rangesMax, at }));
}

function hitsIn(
  letters: Letters,
  { root, rangesMax, at }: { root: Node; rangesMax: number; at: number },
): TermHit[] {
  const { ids, isWord, starts, text } = letters;
  const hits = new Map<number, TermHit>();
  for (let first = 0; first < ids.length; first += 1) {
    if (isWord[first - 1]) continue;
    let node: Node | undefined = root;
    for (let next = first; node !== undefined; next += 1) {
      const end = node.terms.length === 0 ? null : endOfWord(letters, next);
      if (end !== null) {
        const range = { start: starts[first] ?? 0, end: starts[end] ?? text.length };
        for (const term of node.terms) note(hits, { term, text: at, range, rangesMax });
      }
      node = node.next.get(ids[next] ?? -1);
    }
  }
  return [...hits.values()];
}

/** Where the word ends that goes on at `from`; null where that is no ending. */
function endOfWord({ isWord, starts, text }: Letters, from: number): number | null {
  let end = from;
  while (isWord[end]) {
    if (end - from === endingLettersMax) return null;
    end += 1;
  }
  if (end === from) return end;
  const letters = [...text.slice(starts[from], starts[end])].filter((letter) => !unseen.test(letter));
  const ending = letters.map(folded).join("");
  return endings.has(ending) ? end : null;
}

function note(
  hits: Map<number, TermHit>,
  { term, text, range, rangesMax }: { term: number; text: number; range: TermRange; rangesMax: number },
): void {
  const hit = hits.get(term);
  if (hit === undefined) hits.set(term, { term, text, ranges: [range] });
  else if (hit.ranges.length < rangesMax && range.start >= (hit.ranges.at(-1)?.end ?? 0))
    hit.ranges.push(range);
}

function treeOf(terms: readonly (readonly number[])[]): Node {
  const root: Node = { next: new Map(), terms: [] };
  for (const [term, ids] of terms.entries()) {
    let node = root;
    for (const id of ids) {
      const next: Node = node.next.get(id) ?? { next: new Map(), terms: [] };
      node.next.set(id, next);
      node = next;
    }
    // A term of nothing but white space would stand everywhere.
    if (node !== root) node.terms.push(term);
  }
  return root;
}

/** Numbers the letters of all texts alike; each different character is looked at once. */
function createAlphabet(): (text: string) => Letters {
  const blank = 0;
  const ids = new Map([[" ", blank]]);
  const known = new Map<string, Letter>();

  function letterOf(character: string): Letter {
    const name = /\s/.test(character) ? " " : folded(toNormalForm(character, "NFC"));
    const id = ids.get(name) ?? ids.size;
    ids.set(name, id);
    return {
      id,
      isWord: /[\p{L}\p{N}]/iu.test(character),
      isMark: startsWithMark.test(character),
      isSeen: !unseen.test(character),
    };
  }

  return (text) => {
    const letters: Letters = { ids: [], isWord: [], starts: [], text };
    let start = 0;
    for (const character of charactersOf(text)) {
      const letter = known.get(character) ?? letterOf(character);
      known.set(character, letter);
      if (letter.isSeen && (letter.id !== blank || letters.ids.at(-1) !== blank)) {
        letters.ids.push(letter.id);
        letters.isWord.push(letter.isWord || (letter.isMark && letters.isWord.at(-1) === true));
        letters.starts.push(start);
      }
      start += character.length;
    }
    return letters;
  };
}

/** Code points, and a letter with its marks as one where there is one code point for it. */
function charactersOf(text: string): Iterable<string> {
  if (!mark.test(text)) return text;
  return (text.match(marked) ?? []).flatMap((written) =>
    codePoints(toNormalForm(written, "NFC")) === 1 ? [written] : [...written],
  );
}

/** Letters that differ in case only give the same, as far as one code point stands for one. */
function folded(character: string): string {
  const upper = character.toUpperCase();
  const lower = (codePoints(upper) === 1 ? upper : character).toLowerCase();
  return foldedOtherwise.get(character) ?? (codePoints(lower) === 1 ? lower : character);
}

function codePoints(text: string): number {
  return [...text].length;
}
