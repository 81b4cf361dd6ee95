import { focusClass } from "../../../../features/newsroom/pages/picture.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import type { Publication } from "../../../../features/workflow/releases/read-publication.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { clientPath } from "../clients/client-frame.ts";

/** How others cut the picture of a link: each takes its own part of the one file. */
const crops = [
  { name: "chat", label: "Chat und soziale Netze (1,91:1)" },
  { name: "wide", label: "Breit (16:9)" },
  { name: "square", label: "Suche (1:1)" },
] as const;

/** The picture as it will be cut in search, mail and chat; the card where the text has none. */
export function previewCrops(draft: WholeDraft, { picture, newsroomName, url }: Publication): Html {
  const { clientId, content } = draft;
  const image =
    picture === null
      ? html`<span class="drawn"><small>${newsroomName}</small><strong>${content.title}</strong></span>`
      : html`<img src="${clientPath(clientId, `/mediathek/${picture.id}/bild`)}" alt="${picture.alt ?? ""}"${picture.focus && html` class="${focusClass(picture.focus)}"`}>`;
  const shown = picture === null ? crops.slice(0, 1) : crops;
  return html`<section aria-labelledby="bild"><h2 id="bild">So sieht der Link aus</h2>
${picture === null && html`<p>Über dem Text steht kein Bild. Der Dienst zeichnet eine Karte mit der Überschrift.</p>`}
${picture?.focus && html`<p class="facts">Zugeschnitten um den Bildmittelpunkt. Chats, soziale Netze und Mails an Abonnenten bekommen das erste dieser Bilder, die Suche schneidet selbst.</p>`}
<div class="crops">${shown.map(
    ({ name, label }) => html`<figure class="crop ${name}"><div class="cut">${image}</div>
${
  name === "chat" &&
  html`<div class="told"><p class="facts">${new URL(url).host}</p><p><strong>${content.seoTitle ?? content.title}</strong></p>
${(content.seoDescription ?? content.subtitle) !== null && html`<p class="facts">${content.seoDescription ?? content.subtitle}</p>`}</div>`
}<figcaption>${label}</figcaption></figure>`,
  )}</div></section>`;
}
