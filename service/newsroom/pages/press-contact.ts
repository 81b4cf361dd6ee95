import { type Html, html } from "../../web/html.ts";
import type { PageLanguage } from "../../web/language.ts";
import { linkHash } from "../../web/link-hash.ts";
import { contactLinks, type LinkUrl } from "../links.ts";
import type { PressContact } from "./page-input.ts";
import { renderPicture } from "./picture.ts";
import { newsroomTexts } from "./texts.ts";

/** The card that tells journalists whom to call; mail and telephone are links where they are well-formed. */
export function renderPressContact(
  contact: PressContact | null,
  linkUrl: LinkUrl,
  language: PageLanguage = "de",
): Html | null {
  if (contact === null) return null;
  const texts = newsroomTexts[language];
  const links = contactLinks(contact);
  const line = (term: string, value: string | null) => {
    if (value === null || value === "") return null;
    const link = links.find((candidate) => candidate.label === value);
    const shown =
      link === undefined
        ? value
        : html`<a href="${linkUrl({ ...link, hash: linkHash(link.url) })}">${value}</a>`;
    return html`<div><dt>${term}</dt><dd>${shown}</dd></div>`;
  };
  return html`<section class="card contact" aria-labelledby="pressekontakt">
<h2 id="pressekontakt">${texts.contact}</h2>
${contact.picture !== null && renderPicture(contact.picture, { sizes: "6rem", isFirst: false, isCounted: false })}
<p><strong>${contact.name}</strong>${contact.role !== null && html`<br>${contact.role}`}${
    contact.organisation !== null && html`<br>${contact.organisation}`
  }</p>
<dl>${line(texts.mail, contact.email)}${line(texts.phone, contact.phone)}</dl>
</section>`;
}
