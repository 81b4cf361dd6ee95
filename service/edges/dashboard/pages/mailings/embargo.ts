import type { Mailing } from "../../../../features/mailings/schema.ts";
import type { readMailingEmbargo } from "../../../../features/workflow/embargo/mailing-links.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { embargoPath } from "../texts/paths.ts";

type Embargo = NonNullable<Awaited<ReturnType<typeof readMailingEmbargo>>>;

/** What became of the one link of a mailing under embargo: how often it was opened, and who accepted the embargo by name. */
export function embargoHtml(
  visit: Visit,
  { openings, isRevoked, acceptances }: Embargo,
  mailing: Mailing,
): Html {
  const opened = openings === 1 ? "einmal" : `${formatCount(openings)}-mal`;
  const where =
    mailing.draftId !== null &&
    html` ${isRevoked ? "Er ist zurückgezogen." : html`<a href="${embargoPath(mailing.draftId)}">Link zurückziehen</a>`}`;
  return html`<section><h2>Sperrfrist</h2>
<p>Der Link des Aussands zeigte die Meldung ${opened}; wem, wird nicht notiert.${where}</p>
${
  acceptances.length === 0
    ? html`<p class="facts">Niemand hat beim Annehmen der Sperrfrist einen Namen angegeben.</p>`
    : tableHtml({
        caption: "Angenommen mit Namen",
        rows: acceptances,
        columns: [
          { label: "Name", cell: ({ name }) => name },
          { label: "Zeit", cell: ({ acceptedAt }) => shortMomentHtml(visit, acceptedAt) },
        ],
      })
}</section>`;
}
