import {
  createReportLink,
  listReportLinks,
  revokeReportLink,
} from "../../../../features/reporting/links/report-links.ts";
import {
  type ListedLink,
  linkDays,
  linkPasswordCharacters,
} from "../../../../features/reporting/links/schema.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { optionalTextField } from "../../forms/text-fields.ts";
import { numberField } from "../../forms/value-fields.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { momentText, shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { knownReport, type ReportContext, reportPage } from "./known-report.ts";
import { reportPath, reportsPath } from "./paths.ts";

const path = `${reportsPath}/:reportId/links` as const;

const fields = {
  days: numberField({ label: "Gültig für Tage", minimum: linkDays.minimum, maximum: linkDays.maximum }),
  password: optionalTextField({
    label: "Passwort",
    hint: `Mindestens ${linkPasswordCharacters.minimum} Zeichen. Teilen Sie es auf einem anderen Weg mit als den Link.`,
    charactersMax: linkPasswordCharacters.maximum,
  }),
};

const linksPage = definePage({
  path,
  action: "reports.send",
  handle: (context) => show(context, filledForm({ days: linkDays.default, password: "" })),
});

/** Answers with the page itself: the address is seen this one time, and stands in no other answer. */
const createForm = defineForm({
  path,
  action: "reports.send",
  fields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { report } = await knownReport(context);
    const { url, expiresAt } = await createReportLink(deps.sql, visit.agencyId, {
      reportId: report.id,
      days: values.days,
      ...(values.password === null ? {} : { password: values.password }),
      actor: visit.actor,
      publicUrl: deps.publicUrl,
    });
    const shown = html`<section class="once" role="status"><h2>Der neue Link</h2>
<p>Er wird nur jetzt angezeigt. Bitte kopieren Sie ihn.</p>
<div class="field"><label for="link">Adresse</label><input id="link" type="text" readonly value="${url}"></div>
<p class="facts">Gültig bis ${momentText(visit, expiresAt)}${values.password !== null && ", mit Passwort"}.</p></section>`;
    return await show(context, filledForm({ days: linkDays.default, password: "" }), shown);
  },
  show,
  fieldReasons: {
    password: `Bitte wählen Sie ein Passwort mit ${linkPasswordCharacters.minimum} bis ${linkPasswordCharacters.maximum} Zeichen.`,
  },
});

const revokeForm = defineForm({
  path: `${path}/:linkId/zurueckziehen`,
  action: "reports.send",
  fields: {},
  async handle(context) {
    const { visit, params, deps } = context;
    const { report } = await knownReport(context);
    const linkId = uuidInPath(params.linkId);
    await revokeReportLink(deps.sql, visit.agencyId, { linkId, reportId: report.id, actor: visit.actor });
    return { location: `${reportPath(report.id)}/links`, notice: "Der Link öffnet nichts mehr." };
  },
  show: (context, state) => show(context, state),
});

export const reportLinkDefinitions = [linksPage, createForm, revokeForm];

async function show(context: ReportContext, state: FormState, created: Html = html``): Promise<PageContent> {
  const { visit, query, deps } = context;
  const { report } = await knownReport(context);
  const { links, nextCursor } = await listReportLinks(deps.sql, visit.agencyId, {
    reportId: report.id,
    cursor: cursorOf(query),
  });
  const path = `${reportPath(report.id)}/links`;
  return reportPage(context, report, {
    tab: "/links",
    main: html`${created}
<p>Wer den Link hat, sieht diesen Bericht als Seite und kann das PDF laden, ohne Konto.</p>
${formHtml({ visit, action: path, fields, state, submit: "Link erstellen" })}
${links.length > 0 && linksHtml(context, links, path)}
${pagerHtml({ path, query, nextCursor })}`,
  });
}

function linksHtml(
  { visit }: Pick<ReportContext, "visit">,
  links: readonly ListedLink[],
  path: string,
): Html {
  const now = Date.now();
  const isOpen = ({ revokedAt, expiresAt }: ListedLink) => revokedAt === null && expiresAt.getTime() > now;
  return html`<h2>Links zu diesem Bericht</h2>
${tableHtml({
  caption: "Links zu diesem Bericht",
  rows: links,
  columns: [
    {
      label: "Erstellt",
      cell: ({ createdAt, hasPassword }) =>
        html`${shortMomentHtml(visit, createdAt)}${hasPassword && html`<span class="facts">mit Passwort</span>`}`,
    },
    {
      label: "Stand",
      cell: (link) =>
        isOpen(link)
          ? html`<span class="state good">offen</span><span class="facts">bis ${shortMomentHtml(visit, link.expiresAt)}</span>`
          : html`<span class="state">${link.revokedAt === null ? "abgelaufen" : "zurückgezogen"}</span>`,
    },
    {
      label: "Zuletzt geöffnet",
      cell: ({ lastOpenedAt }) => (lastOpenedAt === null ? "noch nie" : shortMomentHtml(visit, lastOpenedAt)),
    },
    {
      label: "Zurückziehen",
      isAction: true,
      cell: (link) =>
        isOpen(link)
          ? confirmHtml({
              visit,
              action: `${path}/${link.id}/zurueckziehen`,
              label: "Zurückziehen …",
              question: "Der Link öffnet dann sofort nichts mehr.",
              confirm: "Ja, zurückziehen",
            })
          : "",
    },
  ],
})}`;
}
