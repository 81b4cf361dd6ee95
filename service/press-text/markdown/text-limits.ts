import { ServiceError } from "../../errors.ts";
import type { PressText } from "./press-text.ts";

/** Longest Markdown text in Unicode code points: about forty pages, far beyond any press release. */
export const textCharactersMax = 100_000;
/** The longest releases with all their sources have some sixty; each becomes a row of reports. */
export const linksMax = 500;
/** Pictures within a text; a release with more is a gallery. */
export const imagesMax = 100;
/** In characters: some ten lines. One definition can give a hundred pictures the same caption. */
export const captionLengthMax = 1_000;
/** A text for people needs three or four. A quotation is one level, a list with its items two. */
export const nestingMax = 20;
/** Cells of all tables: 250 lines of eight columns. Markdown fills short lines up, so a small text could make 65,000. */
export const tableCellsMax = 2_000;
/**
 * Steps of the parser for each character. Odd texts take three; those that make it go over the same lines again and again
 * took 600, and 15 s.
 */
export const parserStepsPerCharacterMax = 6;

/** The limits of a text as a caller's documentation names them. */
export const textLimitsSentence = `At most ${linksMax} links, ${imagesMax} pictures, ${tableCellsMax} table cells, ${nestingMax} levels of nesting.`;

/** Counts of everything that is limited in a text. */
export type TextSize = { links: number; images: number; tableCells: number; nesting: number };

/** The limits that a text is over, in one sentence for its author; null when it keeps all of them. */
export function excessOf(size: TextSize): string | null {
  const over = [
    { has: size.links, max: linksMax, name: "links" },
    { has: size.images, max: imagesMax, name: "pictures" },
    { has: size.tableCells, max: tableCellsMax, name: "table cells" },
    { has: size.nesting, max: nestingMax, name: "levels of nesting" },
  ].filter(({ has, max }) => has > max);
  if (over.length === 0) return null;
  return `The text has ${over.map(({ has, max, name }) => `${has} ${name} (at most ${max})`).join(" and ")}. Shorten it.`;
}

/** Refuses a text that is over a limit. What already stands in the database is shown all the same, the surplus as plain text. */
export function refuseExcess({ excess }: PressText): void {
  if (excess !== null) throw new ServiceError("validation_error", excess);
}
