import { germanWording } from "../../../../features/reporting/exports/wording/wording.ts";
import { type Html, html } from "../../../../floor/web/html.ts";

const { formats } = germanWording;

export function clippingsText(count: number): string {
  return count === 1 ? "1 Clipping" : `${formats.number(count)} Clippings`;
}

/** A row behind the last one of a file that does not have all. */
export function leftOutClippings(count: number): string {
  return count === 1
    ? "1 weiteres Clipping ist nicht enthalten."
    : `${formats.number(count)} weitere Clippings sind nicht enthalten.`;
}

/** Releases beyond those that figures sum up; nothing for none. */
export function leftOutReleases(count: number): Html | false {
  const text =
    count === 1
      ? "1 noch ältere Meldung ist nicht enthalten."
      : `${formats.number(count)} noch ältere Meldungen sind nicht enthalten.`;
  return count > 0 && html`<p class="facts">${text}</p>`;
}
