import { type Html, html } from "../../../floor/web/html.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import { linkHash } from "../../../floor/web/link-hash.ts";
import { type LinkUrl, pressContactLinks } from "../links.ts";
import type { PressContact } from "./page-input.ts";
import { renderPicture } from "./picture.ts";
import { newsroomTexts } from "./texts.ts";

/** The card that tells journalists whom to call; mail and telephone are links where they are well-formed. */
export function renderPressContact(
  pressContact: PressContact | null,
  linkUrl: LinkUrl,
  language: PageLanguage = "de",
): Html | null {
  if (pressContact === null) return null;
  const { name, role, organisation, lines, picture } = pressContact;
  const texts = newsroomTexts[language];
  const links = pressContactLinks(pressContact);
  // The number itself is text: a long press on a counted link would copy the link's address.
  const line = ({ term, value, scheme }: PressContact["lines"][number]) => {
    const link = links.find((candidate) => candidate.label === value);
    const act = scheme === "tel:" ? texts.call : texts.write;
    const button =
      link !== undefined &&
      html` <a href="${linkUrl({ ...link, hash: linkHash(link.url) })}" aria-label="${`${act}: ${value}`}">${act}</a>`;
    return html`<div><dt>${term}</dt><dd>${value}${button}</dd></div>`;
  };
  return html`<section class="card contact" aria-labelledby="pressekontakt">
<h2 id="pressekontakt">${texts.contact}</h2>
${picture !== null && renderPicture(picture, { sizes: "6rem", isFirst: false, isCounted: false })}
<p><strong>${name}</strong>${role !== null && html`<br>${role}`}${
    organisation !== null && html`<br>${organisation}`
  }</p>
<dl>${lines.map(line)}</dl>
</section>`;
}
