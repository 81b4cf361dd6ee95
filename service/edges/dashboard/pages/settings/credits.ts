import { getAgencyCredits } from "../../../../features/workflow/credits/get-agency-credits.ts";
import { type CreditEntry, listCredits } from "../../../../features/workflow/credits/sql.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";

const path = "/app/einstellungen/guthaben";

const creditsPage = definePage({
  path,
  action: "credits.read",
  async handle({ visit, query, deps }) {
    const [credits, { entries, nextCursor }] = await Promise.all([
      getAgencyCredits(deps.sql, visit.agencyId, {}),
      listCredits(deps.sql, visit.agencyId, { cursor: cursorOf(query) }),
    ]);
    return {
      title: "Guthaben",
      lead: "Eine Veröffentlichung kostet einen Credit. Neue Credits bekommen Sie vom Betreiber des Dienstes.",
      main: html`<dl class="pairs amounts">
<dt>Guthaben</dt><dd>${number(credits.balance)}</dd>
<dt>Für geplante Meldungen reserviert</dt><dd>${number(credits.reserved)}</dd>
<dt>Verfügbar</dt><dd>${number(credits.available)}</dd>
</dl>
<h2>Buchungen</h2>
${
  entries.length === 0
    ? emptyHtml({
        title: "Noch keine Buchung",
        text: "Hier steht jede Gutschrift und jede Veröffentlichung.",
      })
    : tableHtml({
        caption: "Buchungen",
        rows: entries,
        columns: [
          { label: "Wann", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
          { label: "Wofür", cell: reasonText },
          {
            label: "Credits",
            isNumber: true,
            cell: ({ amount }) => (amount > 0 ? `+${number(amount)}` : number(amount)),
          },
        ],
      })
}
${pagerHtml({ path, query, nextCursor })}`,
    };
  },
});

export const creditDefinitions = [creditsPage];

function reasonText({ reason }: CreditEntry): string {
  return reason === "grant" ? "Gutschrift" : "Veröffentlichung";
}

function number(value: number): string {
  return formatCount(value).replace("-", "−");
}
