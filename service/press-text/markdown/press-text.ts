/** A link or picture of a text; `label` is what stands there to be read, or the address itself. */
export type TextTarget = { url: string; label: string };

/** The result of reading a Markdown text once; every page, feed and check uses it. Plain data, so that a thread can send it. */
export type PressText = {
  /** Finished HTML, cut where the address of each of `links` belongs: always one piece more than there are links. */
  pieces: string[];
  /** Links to other sites, to mail and telephone in the order of the text, normalised; those within the service are not listed. */
  links: TextTarget[];
  images: TextTarget[];
  /** Where pictures lead that stand for a page or a counted link of a newsroom, each once: they are not shown. */
  pageImages: string[];
  /** Where pictures on other servers lead, each once: they are shown as links, which are in `links` too. */
  foreignImages: string[];
  /** The words without their marks, one line a block. */
  plain: string;
  /** The text without its headings; with them where it has nothing else. */
  lead: string;
  wordCount: number;
  /** Why nobody may store this text: the limit that it is over, named for the author. Null for all ordinary texts. */
  excess: string | null;
  /** False where there was no time to read the text; another reading may give more than plain paragraphs. */
  isFinal: boolean;
};

/** Longest summary in characters: what search engines and link previews show of a description. */
const summaryLengthMax = 200;

/** The beginning of a text as one line, cut at a word with an ellipsis; headings are left out where text follows. */
export function summaryOf(text: PressText | null, charactersMax: number = summaryLengthMax): string {
  // A character is at most two units: what is behind these is cut off in any case.
  return cutAtWord((text?.lead ?? "").slice(0, (charactersMax + 1) * 2).replaceAll("\n", " "), charactersMax);
}

/** A line within `charactersMax` code points, cut at a word with an ellipsis. */
export function cutAtWord(line: string, charactersMax: number): string {
  const characters = [...line];
  if (characters.length <= charactersMax) return line;
  const cut = characters.slice(0, charactersMax - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:.|–-]+$/, "")}…`;
}

/** The number of words in plain text: runs of letters and digits, hyphenated ones counted once. */
export function countWords(plain: string): number {
  // Marks belong to their letter: copied out of a PDF "für" counted as two words, and Hindi as a word for each vowel.
  return (
    plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-'’.,/][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu)?.length ?? 0
  );
}
