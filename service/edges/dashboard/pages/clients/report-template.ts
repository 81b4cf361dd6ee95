import { localDay } from "../../../../features/measurement/local-day.ts";
import { renderReportPreview } from "../../../../features/reporting/links/page/render-report-page.ts";
import { keptPortfolio } from "../../../../features/reporting/portfolios/kept-portfolio.ts";
import { usualPeriod } from "../../../../features/reporting/reports/period-names.ts";
import { readPeriod, readReportFigures } from "../../../../features/reporting/reports/read-report-figures.ts";
import { type ReportSection, reportSections } from "../../../../features/reporting/reports/sections.ts";
import { readTemplate, setTemplate } from "../../../../features/reporting/templates/set-template.ts";
import { contentSecurityPolicy } from "../../../../floor/web/content-security-policy.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { stampOf } from "../../../../floor/web/seen-stamp.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { seenStampField } from "../../forms/seen-stamp.ts";
import { hiddenField } from "../../forms/text-fields.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { dashboardWording as words } from "../../parts/wording.ts";
import type { Visit } from "../../visit.ts";
import { clientOf, clientPage, clientPath, clientsPath } from "./client-frame.ts";

const path = `${clientsPath}/:id/berichtsvorlage` as const;
const tab = "/berichtsvorlage";

const page = definePage({ path, action: "reports.create", handle: showTemplate });

const form = defineForm({
  path,
  action: "reports.create",
  // Each button sends the whole order that it leads to.
  fields: { sections: hiddenField({ charactersMax: 200 }), seenStamp: seenStampField },
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const sections = values.sections.split(",").filter((name) => name !== "");
    const { seenStamp } = values;
    await setTemplate(deps.sql, visit.agencyId, { clientId: id, sections, seenStamp }, visit.actor);
    return {
      location: clientPath(id, tab),
      notice: "Die Vorlage ist gespeichert. Sie gilt für neue Berichte.",
    };
  },
  show: showTemplate,
  reasons: {
    version_conflict:
      "Diese Vorlage wurde inzwischen an anderer Stelle geändert. Unten steht, was jetzt gilt. Bitte ändern Sie noch einmal, was Sie ändern wollten.",
  },
});

/** Last month's figures in the client's template, as a page of its own within the page above. */
const preview = definePage({
  path: `${path}/vorschau`,
  action: "reports.create",
  async handle(context) {
    const { visit, deps } = context;
    const { id } = await clientOf(context);
    const scope = await keptPortfolio(deps.sql, visit.agencyId, id);
    const asked = { period: readPeriod(usualPeriod(localDay(new Date(), visit.timeZone))) };
    const figures = await deps.heavyReads.run(visit.agencyId, () =>
      readReportFigures(deps.longReads, visit.agencyId, {
        ...{ scope, asked, comparison: "previous_period", publicUrl: deps.publicUrl },
      }),
    );
    // Pictures are kept with a report that is frozen, and have no address before.
    const { logo: _, ...presentation } = figures.presentation;
    const comment = "Hier steht, was Sie zu den Zahlen dieses Berichts schreiben.";
    const shown = renderReportPreview({ ...figures, presentation, comment });
    return new Response(shown.page, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": contentSecurityPolicy(null, shown.styles, "'self'"),
        "cache-control": "no-store",
      },
    });
  },
});

export const reportTemplateDefinitions = [page, form, preview];

/** Where each button leads, and which sections it was drawn for. */
type Seen = { action: string; seenStamp: string };

async function showTemplate(context: Context<{ id: string }>): Promise<PageContent> {
  const { visit, deps } = context;
  const client = await clientOf(context);
  const { sections, added } = await readTemplate(deps.sql, visit.agencyId, client.id);
  const action = clientPath(client.id, tab);
  const seen = { action, seenStamp: stampOf({ sections }) };
  const leftOut = reportSections.filter((section) => !sections.includes(section));
  return {
    ...clientPage(visit, client, {
      tab,
      lead: "Was Berichte über diesen Kunden zeigen, und in welcher Reihenfolge. Vorn stehen immer Titel und Einordnung, am Ende die Methode; dort ist auch genannt, was weggelassen wurde.",
      main: html`<section aria-labelledby="abschnitte"><h2 id="abschnitte">Abschnitte</h2>
<ol class="template">${sections.map((section, index) => rowHtml(visit, { section, index, sections, ...seen }))}</ol></section>
${
  leftOut.length > 0 &&
  html`<section aria-labelledby="weggelassen"><h2 id="weggelassen">Weggelassen</h2>
${added.length > 0 && html`<p>Was als neu bezeichnet ist, gab es noch nicht, als diese Vorlage gespeichert wurde.</p>`}
<ul class="template">${leftOut.map((section) => html`<li><span>${words.labels.sections[section]}${added.includes(section) && html` <span class="state">neu</span>`}</span>${button(visit, { ...seen, label: "Zeigen", section, sections: [...sections, section] })}</li>`)}</ul></section>`
}
<section aria-labelledby="vorschau"><h2 id="vorschau">Vorschau mit den Zahlen des letzten Monats</h2>
<iframe class="preview-frame" src="${`${action}/vorschau`}" title="Vorschau des Berichts" sandbox="allow-same-origin"></iframe></section>`,
    }),
    hasFrames: true,
  };
}

function rowHtml(
  visit: Visit,
  row: Seen & { section: ReportSection; index: number; sections: readonly ReportSection[] },
): Html {
  const { section, index, sections, ...seen } = row;
  const others = sections.filter((each) => each !== section);
  const at = (position: number) => others.toSpliced(position, 0, section);
  const act = (label: string, changed: ReportSection[]) =>
    button(visit, { ...seen, label, section, sections: changed });
  return html`<li><span>${words.labels.sections[section]}</span>
${index > 0 && act("Nach oben", at(index - 1))}${index < others.length && act("Nach unten", at(index + 1))}${others.length > 0 && act("Weglassen", others)}</li>`;
}

function button(
  visit: Visit,
  input: Seen & { label: string; section: ReportSection; sections: readonly ReportSection[] },
): Html {
  const { action, seenStamp, label, section, sections } = input;
  return buttonFormHtml({
    ...{ visit, action, label, about: words.labels.sections[section] },
    values: { sections: sections.join(","), seenStamp },
  });
}
