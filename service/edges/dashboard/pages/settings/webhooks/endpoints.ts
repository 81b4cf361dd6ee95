import { webhookEventTypes } from "../../../../../features/events/event-schema.ts";
import { readEvents } from "../../../../../features/reporting/webhooks/change-webhook.ts";
import { createWebhook } from "../../../../../features/reporting/webhooks/create-webhook.ts";
import { listReplays } from "../../../../../features/reporting/webhooks/replay-sql.ts";
import { listWebhooks } from "../../../../../features/reporting/webhooks/sql.ts";
import { counted } from "../../../../../floor/web/format.ts";
import { html } from "../../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../../definition.ts";
import { pickManyField } from "../../../forms/choice-fields.ts";
import { emptyForm, type FormState } from "../../../forms/form-state.ts";
import { idOfForm } from "../../../forms/id-of-form.ts";
import { formHtml } from "../../../forms/render-form.ts";
import { addressField } from "../../../forms/text-fields.ts";
import { copyScript } from "../../../parts/copy-button.ts";
import { emptyHtml } from "../../../parts/empty.ts";
import { shortMomentHtml } from "../../../parts/moment.ts";
import { tableHtml } from "../../../parts/table.ts";
import { eventLabels, healthHtml, webhooksPath as path, webhooksTrail as trail } from "./labels.ts";
import { replaysHtml } from "./replays.ts";
import { secretPage } from "./secret-page.ts";

export const eventsField = pickManyField({
  label: "Ereignisse",
  hint: "Worüber Ihr System benachrichtigt wird.",
  entriesMax: webhookEventTypes.length,
});
export const eventOptions = webhookEventTypes.map((value) => ({
  value,
  label: `${eventLabels[value]} (${value})`,
}));
export const eventsReason = "Bitte wählen Sie mindestens ein Ereignis.";

const fields = {
  endpointUrl: addressField({
    label: "Adresse",
    hint: "Eine öffentliche Adresse, die mit https:// beginnt. Nur dorthin wird gesendet.",
    charactersMax: 2_000,
  }),
  events: eventsField,
};

const listPage = definePage({
  path,
  action: "webhooks.read",
  async handle({ visit, deps }) {
    const [webhooks, replays] = await Promise.all([
      listWebhooks(deps.sql, visit.agencyId),
      listReplays(deps.sql, visit.agencyId),
    ]);
    return {
      title: "Webhooks",
      lead: "Ihre Systeme erfahren sofort, was hier geschieht: Jede Nachricht ist signiert, und ihre Zustellung wird bei Fehlern bis zu zehnmal versucht.",
      tools: html`<a class="button" href="${`${path}/zustellungen`}">Zustellungen</a>${
        visit.may("webhooks.write") &&
        html`<a class="button primary" href="${`${path}/neu`}">Webhook anlegen</a>`
      }`,
      main:
        webhooks.length === 0
          ? emptyHtml({
              title: "Noch kein Webhook",
              text: "Legen Sie eine Adresse an, die über Ereignisse benachrichtigt wird.",
            })
          : html`${tableHtml({
              caption: "Webhooks",
              rows: webhooks,
              columns: [
                {
                  label: "Adresse",
                  cell: ({ id, endpointUrl, events }) =>
                    html`<a class="address" href="${`${path}/${id}`}">${endpointUrl}</a><span class="facts">${counted(events.length, "Ereignis", "Ereignisse")}</span>`,
                },
                { label: "Zustand", cell: healthHtml },
                {
                  label: "Zuletzt zugestellt",
                  cell: ({ lastDeliveryAt }) =>
                    lastDeliveryAt === null ? "–" : shortMomentHtml(visit, new Date(lastDeliveryAt)),
                },
              ],
            })}
${replaysHtml(visit, replays)}`,
    };
  },
});

const newPage = definePage({
  path: `${path}/neu`,
  action: "webhooks.write",
  handle: (context) => showNew(context, emptyForm),
});

const newForm = defineForm({
  path: `${path}/neu`,
  action: "webhooks.write",
  scripts: [copyScript],
  fields,
  async handle({ visit, values, deps, idempotencyKey }) {
    const request = { endpointUrl: values.endpointUrl, events: readEvents(values.events) };
    const created = await createWebhook(deps.sql, visit.agencyId, request, {
      secrets: deps.secrets,
      rules: deps.targetRules,
      log: deps.log,
      actor: visit.actor,
      id: idOfForm(visit.agencyId, idempotencyKey),
    });
    return secretPage({
      title: "Webhook angelegt",
      webhookId: created.id,
      signingSecret: created.signingSecret,
      note: "Mit diesem Geheimnis prüft Ihr System, dass eine Nachricht wirklich von hier kommt.",
    });
  },
  show: showNew,
  reasons: {
    unsafe_endpoint:
      "An diese Adresse darf der Dienst nichts senden. Sie muss mit https:// beginnen und aus dem Internet erreichbar sein.",
    endpoint_already_registered: "Für diese Adresse gibt es schon einen Webhook.",
    webhook_limit_reached: "Mehr als 20 Webhooks sind nicht möglich. Schalten Sie vorher einen ab.",
  },
  fieldReasons: {
    endpointUrl: "Bitte geben Sie eine vollständige Adresse ein, die mit https:// beginnt.",
    events: eventsReason,
  },
});

export const endpointsDefinitions = [listPage, newPage, newForm];

async function showNew({ visit }: Pick<Context, "visit">, state: FormState): Promise<PageContent> {
  return {
    title: "Webhook anlegen",
    trail,
    main: formHtml({
      visit,
      action: `${path}/neu`,
      fields,
      state,
      options: { events: eventOptions },
      submit: "Anlegen",
      beside: html`<a href="${path}">Abbrechen</a>`,
    }),
  };
}
