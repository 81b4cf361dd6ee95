import type { readContactHistory } from "../../../../features/mailings/contact-history.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { safeLinkUrl } from "../../../../floor/web/safe-url.ts";
import { publishedHtml, shortMomentHtml } from "../../parts/moment.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { mailingPath } from "../mailings/known-mailing.ts";

type History = Awaited<ReturnType<typeof readContactHistory>>;

const states = {
  waiting: { label: "unterwegs", look: "state waiting" },
  sent: { label: "verschickt", look: "state good" },
  cancelled: { label: "nicht verschickt", look: "state past" },
  failed: { label: "nicht zustellbar", look: "state bad" },
} as const;

/** Which mailings a contact got, and what its medium wrote about their releases. */
export function historyHtml(visit: Visit, { mails, clippings }: History): Html {
  return html`<h2>Aussände an diesen Kontakt</h2>
${
  mails.length === 0
    ? html`<p class="facts">Noch keine.</p>`
    : tableHtml({
        caption: "Aussände",
        rows: mails,
        columns: [
          {
            label: "Aussand",
            cell: ({ mailingId, subject, releaseTitle }) =>
              html`<a href="${mailingPath(mailingId)}">${subject}</a>${releaseTitle !== null && releaseTitle !== subject && html`<span class="facts">${releaseTitle}</span>`}`,
          },
          {
            label: "Stand",
            cell: ({ status, failure }) =>
              html`<span class="${states[status].look}">${states[status].label}</span>${failure !== null && html`<span class="facts">${failure}</span>`}`,
          },
          { label: "Zeit", cell: ({ at }) => shortMomentHtml(visit, at) },
        ],
      })
}
<h2>Was das Medium dazu schrieb</h2>
${
  clippings.length === 0
    ? html`<p class="facts">Zu den Meldungen, die dieser Kontakt bekam, ist kein Clipping seines Mediums erfasst.</p>`
    : html`<p class="facts">Clippings mit dem Namen dieses Mediums. Dass sie auf die Mail zurückgehen, ist damit nicht gesagt.</p>${tableHtml(
        {
          caption: "Clippings des Mediums",
          rows: clippings,
          columns: [
            {
              label: "Beitrag",
              cell: ({ headline, url, releaseTitle }) => {
                const address = safeLinkUrl(url);
                return html`${address === null ? headline : html`<a href="${address}" rel="noopener">${headline}</a>`}${releaseTitle !== null && html`<span class="facts">zu: ${releaseTitle}</span>`}`;
              },
            },
            { label: "Erschienen", cell: (clipping) => publishedHtml(visit, clipping) },
          ],
        },
      )}`
}`;
}
