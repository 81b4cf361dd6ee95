import { ServiceError } from "../../../../errors.ts";
import { deleteAgency } from "../../../../features/agencies/delete-agency.ts";
import { handOutAgency } from "../../../../features/agency-data/export-agency.ts";
import { exportedMedia } from "../../../../features/agency-data/exported-media.ts";
import { exportedContacts } from "../../../../features/media-contacts/export-contacts.ts";
import { exportedSubscribers } from "../../../../features/newsroom/subscriptions/export-subscribers.ts";
import { deleteReportingData } from "../../../../features/reporting/data/delete-reporting-data.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { holdStream } from "../../../../floor/http/hold-stream.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { textField } from "../../forms/text-fields.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";

const path = "/app/einstellungen/daten";
const trail = [{ label: "Daten", href: path }];
/** One of each agency. A slow reader holds a seat for hours, and a connection of the database for moments. */
const exportsMax = 32;

const nameField = textField({
  label: "Name der Agentur",
  hint: "Zur Bestätigung, Buchstabe für Buchstabe.",
  charactersMax: 200,
});
const fields = { name: nameField };
const wrongName = "Das ist nicht der Name der Agentur. Es wurde nichts gelöscht.";

/** Pages of what an agency has here: taking it along, and deleting it. */
export function dataDefinitions() {
  const exporting = new Set<number>();

  const overview = definePage({ path, action: "data.read", handle: showData });

  // No page, because it holds a seat and is noted in the log: another site can cause a GET, but not a form of ours.
  const download = defineForm({
    path: `${path}/export`,
    action: "data.export",
    fields: {},
    show: showData,
    async handle({ visit, deps, request }) {
      const headers = downloadHeaders(`agentur-${visit.agencyId}.zip`);
      if (exporting.has(visit.agencyId)) return busyPage("Es läuft schon ein Export Ihrer Agentur");
      if (exporting.size >= exportsMax) return busyPage("Gerade laden viele andere Agenturen ihre Daten");
      exporting.add(visit.agencyId);
      const onEnd = () => void exporting.delete(visit.agencyId);
      try {
        const { actor, requestId } = visit;
        const files = [
          exportedMedia(deps),
          exportedContacts(deps.secrets),
          exportedSubscribers(deps.secrets),
        ];
        const options = { actor, requestId, files, reads: await deps.freshReads() };
        const stream = await handOutAgency(deps.sql, visit.agencyId, options);
        deps.allowSlowReader(request);
        return new Response(holdStream(stream, { signal: request.signal, onEnd }), { headers });
      } catch (error) {
        onEnd();
        throw error;
      }
    },
  });

  return [overview, download, reportsPage, reportsForm, agencyPage, agencyForm];
}

const reportsPage = definePage({
  path: `${path}/berichte-loeschen`,
  action: "data.delete",
  handle: (context) => showReports(context, emptyForm),
});

const reportsForm = defineForm({
  path: `${path}/berichte-loeschen`,
  action: "data.delete",
  fields,
  async handle({ visit, values, deps }) {
    if (values.name !== visit.agencyName)
      throw new ServiceError("confirmation_required", "Confirm with the agency's name.");
    await deleteReportingData(deps, visit.agencyId, {
      actorId: visit.signedIn.personId,
      requestId: visit.requestId,
    });
    return { location: path, notice: "Die Berichtsdaten sind gelöscht." };
  },
  show: showReports,
  reasons: { confirmation_required: wrongName },
});

const agencyPage = definePage({
  path: `${path}/agentur-loeschen`,
  action: "data.delete",
  handle: (context) => showAgency(context, emptyForm),
});

const agencyForm = defineForm({
  path: `${path}/agentur-loeschen`,
  action: "data.delete",
  fields,
  async handle({ visit, values, deps }) {
    const { agencyGraceDays: graceDays } = deps;
    const { name } = values;
    await deleteAgency(deps.sql, visit.agencyId, { name, graceDays, actor: visit.actor });
    return { location: "/app", notice: "Die Agentur ist abgeschaltet und wird gelöscht." };
  },
  show: showAgency,
  reasons: { confirmation_required: wrongName, validation_error: "Die Löschung läuft schon." },
});

async function showData({ visit }: Pick<Context, "visit">): Promise<PageContent> {
  return {
    title: "Daten",
    lead: "Alles, was hier gespeichert ist, gehört Ihnen: Sie können es mitnehmen und löschen.",
    main: html`<h2>Mitnehmen</h2>
<p>Ein ZIP-Archiv mit allem, was Ihrer Agentur gehört: Kunden, Texte, Meldungen, Bilder und Dateien, Verteiler und Abonnenten mit ihren Adressen, Zahlen, Berichte, Protokoll. Zugangsdaten sind nicht dabei.</p>
<p>Mit vielen Bildern kann der Download Stunden dauern. Bricht er ab, beginnt er von vorn; gelingt er nicht, gibt Ihnen der Betreiber des Dienstes das Archiv.</p>
${visit.may("data.export") && html`<div class="after">${buttonFormHtml({ visit, action: `${path}/export`, label: "Alles herunterladen" })}</div>`}
<h2>Löschen</h2>
<ul class="facts-list">
<li><a href="${`${path}/berichte-loeschen`}">Berichtsdaten löschen</a><span class="facts">Berichte, Ziele, Kampagnen, Conversions, Clippings, Feeds, importierte Zahlen, Webhooks und Protokoll. Texte, Newsrooms und Kunden bleiben.</span></li>
<li><a href="${`${path}/agentur-loeschen`}">Agentur löschen</a><span class="facts">Alles, nach einer Frist.</span></li>
</ul>`,
  };
}

function busyPage(title: string): PageContent {
  return {
    title,
    trail,
    status: 409,
    main: html`<p class="lead">Bitte versuchen Sie es etwas später noch einmal.</p>
<p class="buttons"><a class="button" href="${path}">Zurück</a></p>`,
  };
}

async function showReports({ visit }: Pick<Context, "visit">, state: FormState): Promise<PageContent> {
  return {
    title: "Berichtsdaten löschen",
    trail,
    lead: "Sofort und für immer gelöscht werden Berichte mit ihren Entwürfen, ihrer Kette und ihren Zeitstempeln, Exporte, Zeitpläne, Ziele (auch festgelegte), Kampagnen, Portfolios, Conversions, Clippings, Feeds der Medienbeobachtung mit ihren Zugangsdaten, importierte Zahlen aus Suchmaschinen und KI-Antworten, Webhooks und das Protokoll. Was auf Ihren Newsrooms gemessen wurde, Texte, Meldungen, Kunden und Schlüssel bleiben.",
    main: deletionForm(visit, {
      action: `${path}/berichte-loeschen`,
      state,
      submit: "Berichtsdaten löschen",
    }),
  };
}

async function showAgency(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  state: FormState,
): Promise<PageContent> {
  const days = deps.agencyGraceDays === 1 ? "einem Tag" : `${deps.agencyGraceDays} Tagen`;
  return {
    title: "Agentur löschen",
    trail,
    lead: `Newsrooms, Schlüssel und dieses Dashboard sind sofort nicht mehr erreichbar. Nach ${days} wird alles gelöscht; bis dahin kann der Betreiber des Dienstes die Agentur zurückholen.`,
    main: deletionForm(visit, { action: `${path}/agentur-loeschen`, state, submit: "Agentur löschen" }),
  };
}

function deletionForm(
  visit: Context["visit"],
  { action, state, submit }: { action: string; state: FormState; submit: string },
) {
  return formHtml({
    visit,
    action,
    fields,
    state,
    submit,
    isDangerous: true,
    beside: html`<a href="${path}">Abbrechen</a>`,
  });
}
