import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { toNormalForm } from "../../floor/strings/normal-form.ts";
import type { ExcerptPart } from "./pages/render-search-page.ts";
import { beginningLettersMin } from "./search-sql.ts";

/** Characters of an excerpt: three lines of a list. */
const excerptLength = 240;
/** What stands before the first hit. */
const lengthBefore = 60;
/** Of a long text only its beginning is looked through: a page has twenty of them. */
const searchedLengthMax = 5_000;
/** An ending takes at most this many letters off a stem that is too short to be found as the beginning of a longer word. */
const endingLengthMax = 5;
const word = /[\p{L}\p{N}]+/gu;

/**
 * The piece of a text with the first hit and its surroundings, hits apart, to be marked; the beginning where no word fits.
 * PostgreSQL's `ts_headline` reads whole texts anew and takes 10 ms for a page of them.
 */
export function excerptOf(text: string, stems: readonly string[]): ExcerptPart[] {
  const searched = firstCharacters(text, searchedLengthMax).replaceAll("\n", " ");
  const wanted = stems.map(normalised).filter((stem) => stem.length > 0);
  const from = startBefore(searched, indexOfFirstHit(searched, wanted));
  const piece = cutAtWord(searched, from);
  const parts: ExcerptPart[] = [];
  let done = 0;
  const add = (part: string, isMarked: boolean) => {
    if (part !== "") parts.push({ text: part, isHit: isMarked });
  };
  for (const { 0: found, index } of piece.matchAll(word)) {
    if (!isHit(found, wanted)) continue;
    add(piece.slice(done, index), false);
    add(found, true);
    done = index + found.length;
  }
  add(piece.slice(done), false);
  const [isBegun, isEnded] = [from === 0, from + piece.length >= searched.trimEnd().length];
  return [
    ...(isBegun ? [] : [{ text: "… ", isHit: false }]),
    ...parts,
    ...(isEnded ? [] : [{ text: " …", isHit: false }]),
  ];
}

function indexOfFirstHit(text: string, wanted: readonly string[]): number {
  for (const { 0: found, index } of text.matchAll(word)) if (isHit(found, wanted)) return index;
  return 0;
}

/**
 * A stem of PostgreSQL is the beginning of its words, and may stand within longer ones, but for umlauts, which its versions write one way
 * or another, and the "y" of English words that becomes an "i".
 */
function isHit(found: string, wanted: readonly string[]): boolean {
  const own = normalised(found);
  return wanted.some((stem) =>
    stem.length < beginningLettersMin
      ? own.startsWith(stem) && own.length - stem.length <= endingLengthMax
      : own.includes(stem),
  );
}

function normalised(text: string): string {
  return toNormalForm(text, "NFC")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/ä|ae/g, "a")
    .replace(/ö|oe/g, "o")
    .replace(/ü|ue/g, "u")
    .replace(/y$/, "i");
}

function startBefore(text: string, hitAt: number): number {
  if (hitAt <= lengthBefore) return 0;
  const space = text.lastIndexOf(" ", hitAt - lengthBefore);
  // A run without a space would begin the excerpt far away from the hit.
  return space > hitAt - 2 * lengthBefore ? space + 1 : hitAt;
}

function cutAtWord(text: string, from: number): string {
  const piece = text.slice(from, from + excerptLength);
  if (from + excerptLength >= text.length) return piece.trimEnd();
  const space = piece.lastIndexOf(" ");
  // Not within a pair of surrogates.
  return space > excerptLength / 2 ? piece.slice(0, space) : piece.replace(/[\uD800-\uDBFF]$/, "");
}
