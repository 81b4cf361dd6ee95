import { createKey, revokeKey } from "../../../../features/keys/change-keys.ts";
import { type ListedKey, listKeys } from "../../../../features/keys/sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { idOfForm } from "../../forms/id-of-form.ts";
import { instantOf } from "../../forms/local-moment.ts";
import { formHtml } from "../../forms/render-form.ts";
import { textField } from "../../forms/text-fields.ts";
import { optionalDayField } from "../../forms/value-fields.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { copyableHtml, copyScript } from "../../parts/copy-button.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";

const path = "/app/einstellungen/schluessel";
const trail = [{ label: "API-Schlüssel", href: path }];

const fields = {
  name: textField({
    label: "Name",
    hint: "Wofür der Schlüssel ist, zum Beispiel „Webshop“ oder „Claude“.",
    charactersMax: 200,
  }),
  expiresAt: optionalDayField({
    label: "Gültig bis",
    hint: "Bis zum Ende dieses Tages. Ohne Angabe gilt er, bis Sie ihn widerrufen.",
  }),
};

const listPage = definePage({ path, action: "keys.read", handle: showKeys });

const newPage = definePage({
  path: `${path}/neu`,
  action: "keys.write",
  handle: (context) => showNew(context, emptyForm),
});

const newForm = defineForm({
  path: `${path}/neu`,
  action: "keys.write",
  scripts: [copyScript],
  fields,
  async handle({ visit, values, deps, idempotencyKey }) {
    const { key } = await createKey(
      deps.sql,
      visit.agencyId,
      {
        name: values.name,
        expiresAt: values.expiresAt === null ? null : endOfDay(values.expiresAt, visit.timeZone),
        id: idOfForm(visit.agencyId, idempotencyKey),
      },
      visit.actor,
    );
    return createdPage(deps.publicUrl, key);
  },
  show: showNew,
  fieldReasons: { expiresAt: "Bitte wählen Sie einen Tag, der noch nicht vorbei ist." },
});

const revokeForm = defineForm({
  path: `${path}/:keyId/widerrufen`,
  action: "keys.write",
  fields: {},
  async handle({ visit, params, deps }) {
    const { name } = await revokeKey(deps.sql, visit.agencyId, uuidInPath(params.keyId), visit.actor);
    return { location: path, notice: `„${name}“ ist widerrufen und gilt in zehn Sekunden nirgends mehr.` };
  },
  show: showKeys,
});

export const keyDefinitions = [listPage, newPage, newForm, revokeForm];

async function showKeys({ visit, deps }: Pick<Context, "visit" | "deps">): Promise<PageContent> {
  const keys = await listKeys(deps.sql, visit.agencyId);
  return {
    title: "API-Schlüssel",
    lead: "Damit melden sich Ihre Programme und KI-Assistenten an. Ein Schlüssel wird nur einmal gezeigt.",
    tools: html`<a class="button primary" href="${`${path}/neu`}">Schlüssel erstellen</a>`,
    main:
      keys.length === 0
        ? emptyHtml({ title: "Noch kein Schlüssel", text: "Erstellen Sie einen für jedes Programm." })
        : tableHtml({
            caption: "API-Schlüssel",
            rows: keys,
            columns: [
              {
                label: "Name",
                cell: ({ name, prefix }) => html`${name}<span class="facts"><code>${prefix}…</code></span>`,
              },
              { label: "Stand", cell: stateHtml },
              { label: "Erstellt", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
              { label: "Zuletzt benutzt", cell: ({ lastUsedAt }) => optionalMoment(visit, lastUsedAt) },
              { label: "Gültig bis", cell: ({ expiresAt }) => optionalMoment(visit, expiresAt) },
              { label: "Widerrufen", isAction: true, cell: (key) => revokeHtml(visit, key) },
            ],
          }),
  };
}

async function showNew({ visit }: Pick<Context, "visit">, state: FormState): Promise<PageContent> {
  return {
    title: "Schlüssel erstellen",
    trail,
    main: formHtml({
      visit,
      action: `${path}/neu`,
      fields,
      state,
      submit: "Erstellen",
      beside: html`<a href="${path}">Abbrechen</a>`,
    }),
  };
}

/** The one page that shows a key. The command reads it from a file, because arguments are seen by everybody on a machine. */
function createdPage(publicUrl: string, key: string): PageContent {
  return {
    title: "Schlüssel erstellt",
    lead: "Bitte kopieren Sie ihn jetzt. Er wird nicht wieder angezeigt.",
    trail,
    main: html`${copyableHtml({ id: "key", label: "Schlüssel", text: key })}
${copyableHtml({ id: "header", label: "Datei pr-service.header, nur für Sie lesbar (chmod 600)", text: `X-API-Key: ${key}` })}
${copyableHtml({
  id: "curl",
  label: "Damit prüfen Sie ihn",
  text: `curl --fail-with-body --header @pr-service.header ${publicUrl}/api/reporting/v1/webhooks`,
})}
<p class="buttons after"><a class="button primary" href="${path}">Fertig</a></p>`,
  };
}

function stateHtml({ revokedAt, expiresAt }: ListedKey): Html {
  if (revokedAt !== null) return html`<span class="state bad">widerrufen</span>`;
  return expiresAt !== null && expiresAt.getTime() <= Date.now()
    ? html`<span class="state bad">abgelaufen</span>`
    : html`<span class="state good">gültig</span>`;
}

function revokeHtml(visit: Visit, { id, name, revokedAt }: ListedKey): Html | string {
  if (revokedAt !== null) return "";
  return confirmHtml({
    visit,
    action: `${path}/${id}/widerrufen`,
    label: "Widerrufen …",
    question: `Programme mit „${name}“ werden sofort abgewiesen. Das lässt sich nicht zurücknehmen.`,
    confirm: "Ja, widerrufen",
  });
}

function optionalMoment(visit: Visit, moment: Date | null): Html | string {
  return moment === null ? "–" : shortMomentHtml(visit, moment);
}

function endOfDay(day: string, timeZone: string): Date {
  const end = instantOf(`${day}T23:59`, timeZone);
  if (end === null) throw new Error("A day that the field took is none.");
  return end;
}
