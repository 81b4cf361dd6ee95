import { counted } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";

/** A row behind the last one of a file that does not have all. */
export function leftOutClippings(count: number): string {
  return `${counted(count, "weiteres Clipping ist", "weitere Clippings sind")} nicht enthalten.`;
}

/** Releases beyond those that figures sum up; nothing for none. */
export function leftOutReleases(count: number): Html | false {
  const text = `${counted(count, "noch ältere Meldung ist", "noch ältere Meldungen sind")} nicht enthalten.`;
  return count > 0 && html`<p class="facts">${text}</p>`;
}
