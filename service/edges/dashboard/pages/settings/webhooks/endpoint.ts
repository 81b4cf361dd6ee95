import { ServiceError } from "../../../../../errors.ts";
import { deliveryLoopName } from "../../../../../features/events/enqueue-event.ts";
import { webhookEventTypes } from "../../../../../features/events/event-schema.ts";
import { findRotationEnd } from "../../../../../features/reporting/webhooks/change-sql.ts";
import {
  changeWebhookEvents,
  endWebhook,
  eventsStamp,
  pauseWebhook,
  resumeWebhook,
  rotateSecret,
} from "../../../../../features/reporting/webhooks/change-webhook.ts";
import type { Webhook } from "../../../../../features/reporting/webhooks/schema.ts";
import { sendTestEvent } from "../../../../../features/reporting/webhooks/send-test-event.ts";
import { listWebhooks } from "../../../../../features/reporting/webhooks/sql.ts";
import { type Html, html } from "../../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../../definition.ts";
import { pickField } from "../../../forms/choice-fields.ts";
import { emptyForm, type FormState, filledForm, withTyped } from "../../../forms/form-state.ts";
import { timedIdOfForm } from "../../../forms/id-of-form.ts";
import { formHtml } from "../../../forms/render-form.ts";
import { changedSince, seenStampField, withSavedBoxes } from "../../../forms/seen-stamp.ts";
import { buttonFormHtml, confirmHtml } from "../../../parts/confirm.ts";
import { copyScript } from "../../../parts/copy-button.ts";
import { momentHtml } from "../../../parts/moment.ts";
import { uuidInPath } from "../../../parts/path-id.ts";
import { eventOptions, eventsField, eventsReason } from "./endpoints.ts";
import { healthHtml, hostOf, webhooksPath as path, webhooksTrail as trail } from "./labels.ts";
import { catchUpHtml } from "./replays.ts";
import { secretPage } from "./secret-page.ts";

type EndpointContext = Context<{ webhookId: string }>;
/** Which of the page's forms was refused, and how. */
type Refused = { events?: FormState; test?: FormState; catchUp?: FormState };

const base = `${path}/:webhookId` as const;
const eventFields = { seenStamp: seenStampField, events: eventsField };
const conflict = changedSince("die Ereignisse");
const testFields = {
  eventType: pickField({
    label: "Ereignis",
    hint: "Gesendet wird ein Beispiel, das als Test markiert ist, nur an diese Adresse.",
  }),
};
const notActive = "Der Webhook ist angehalten oder abgeschaltet. Setzen Sie ihn zuerst fort.";

const page = definePage({
  path: base,
  action: "webhooks.read",
  handle: (context) => showEndpoint(context),
});

const eventsForm = defineForm({
  path: base,
  action: "webhooks.write",
  fields: eventFields,
  async handle({ visit, params, values, deps }) {
    const webhookId = uuidInPath(params.webhookId);
    await changeWebhookEvents(deps.sql, visit.agencyId, { webhookId, ...values }, visit.actor);
    return { location: `${path}/${webhookId}`, notice: "Die Ereignisse sind gespeichert." };
  },
  show: (context, state) => showEndpoint(context, { events: state }),
  reasons: { version_conflict: conflict },
  fieldReasons: { events: eventsReason },
});

const pauseForm = defineForm({
  path: `${base}/anhalten`,
  action: "webhooks.write",
  fields: {},
  async handle({ visit, params, deps }) {
    const webhookId = uuidInPath(params.webhookId);
    await pauseWebhook(deps.sql, visit.agencyId, webhookId, visit.actor);
    return {
      location: `${path}/${webhookId}`,
      notice: "Der Webhook ist angehalten. Was inzwischen geschieht, wartet bis zu 14 Tage.",
    };
  },
  show: (context, state) => showEndpoint(context, { events: state }),
  reasons: { validation_error: "Dieser Webhook ist schon abgeschaltet." },
});

const resumeForm = defineForm({
  path: `${base}/fortsetzen`,
  action: "webhooks.write",
  fields: {},
  async handle({ visit, params, deps }) {
    const webhookId = uuidInPath(params.webhookId);
    await resumeWebhook(deps.sql, visit.agencyId, webhookId, visit.actor);
    deps.wake(deliveryLoopName);
    return { location: `${path}/${webhookId}`, notice: "Der Webhook läuft wieder." };
  },
  show: (context, state) => showEndpoint(context, { events: state }),
  reasons: {
    endpoint_already_registered: "Für diese Adresse gibt es inzwischen einen anderen Webhook.",
    webhook_limit_reached: "Mehr als 20 Webhooks sind nicht möglich. Schalten Sie vorher einen ab.",
  },
});

const endForm = defineForm({
  path: `${base}/abschalten`,
  action: "webhooks.write",
  fields: {},
  async handle({ visit, params, deps }) {
    const webhookId = uuidInPath(params.webhookId);
    await endWebhook(deps.sql, visit.agencyId, webhookId, visit.actor);
    return { location: `${path}/${webhookId}`, notice: "Der Webhook ist abgeschaltet." };
  },
  show: (context, state) => showEndpoint(context, { events: state }),
});

const rotatePage = definePage({
  path: `${base}/erneuern`,
  action: "webhooks.secret",
  handle: showRotation,
});

const rotateForm = defineForm({
  path: `${base}/erneuern`,
  action: "webhooks.secret",
  scripts: [copyScript],
  fields: {},
  async handle({ visit, params, deps, idempotencyKey }) {
    const webhookId = uuidInPath(params.webhookId);
    const input = { webhookId, rotationKey: idempotencyKey };
    const { secrets } = deps;
    const rotated = await rotateSecret(deps.sql, visit.agencyId, input, { secrets, actor: visit.actor });
    return secretPage({
      title: "Neues Geheimnis",
      webhookId,
      signingSecret: rotated.signingSecret,
      note: "24 Stunden lang trägt jede Nachricht beide Signaturen; danach wird das alte Geheimnis vernichtet.",
    });
  },
  show: showRotation,
});

const testForm = defineForm({
  path: `${base}/testen`,
  action: "webhooks.write",
  fields: testFields,
  async handle({ visit, params, values, deps, idempotencyKey }) {
    const { messageId } = await sendTestEvent(
      deps.sql,
      visit.agencyId,
      {
        webhookId: uuidInPath(params.webhookId),
        eventType: values.eventType,
        // Another event from the same form, as after the browser's way back, is another test: it was said to be under way.
        messageId: timedIdOfForm(visit.agencyId, idempotencyKey, values),
      },
      visit.actor,
    );
    deps.wake(deliveryLoopName);
    return {
      location: `${path}/nachrichten/${messageId}`,
      notice: "Das Testereignis ist unterwegs. Laden Sie die Seite neu, um die Antwort zu sehen.",
    };
  },
  show: (context, state) => showEndpoint(context, { test: state }),
  reasons: { validation_error: notActive },
});

export const endpointDefinitions = [
  page,
  eventsForm,
  pauseForm,
  resumeForm,
  endForm,
  rotatePage,
  rotateForm,
  testForm,
];

async function endpointOf({ visit, params, deps }: EndpointContext): Promise<Webhook> {
  const webhookId = uuidInPath(params.webhookId);
  const webhook = (await listWebhooks(deps.sql, visit.agencyId)).find(({ id }) => id === webhookId);
  if (webhook === undefined) throw new ServiceError("not_found", "The agency has no such webhook.");
  return webhook;
}

export async function showEndpoint(context: EndpointContext, refused: Refused = {}): Promise<PageContent> {
  const { visit, deps } = context;
  const webhook = await endpointOf(context);
  const rotationEnd = await findRotationEnd(deps.sql, visit.agencyId, webhook.id);
  const here = `${path}/${webhook.id}`;
  return {
    title: hostOf(webhook.endpointUrl),
    trail,
    tools: html`<a class="button" href="${`${path}/zustellungen?webhook=${webhook.id}`}">Zustellungen</a>`,
    main: html`${factsHtml(context, webhook, rotationEnd)}
${visit.may("webhooks.write") && ownerHtml(context, { webhook, here, refused })}
${visit.may("webhooks.replay") && webhook.active && catchUpHtml(visit, here, refused.catchUp ?? emptyForm)}`,
  };
}

function factsHtml({ visit }: EndpointContext, webhook: Webhook, rotationEnd: Date | null): Html {
  const moment = (text: string | null) => (text === null ? "–" : momentHtml(visit, new Date(text)));
  return html`<dl class="pairs">
<dt>Adresse</dt><dd>${webhook.endpointUrl}</dd>
<dt>Zustand</dt><dd>${healthHtml(webhook)}</dd>
${webhook.disabledAt !== null && html`<dt>Seit</dt><dd>${moment(webhook.disabledAt)}</dd>`}
<dt>Zuletzt zugestellt</dt><dd>${moment(webhook.lastDeliveryAt)}</dd>
<dt>Angelegt</dt><dd>${moment(webhook.createdAt)}</dd>
${rotationEnd !== null && html`<dt>Geheimnis</dt><dd>Wird erneuert: Das alte gilt noch bis ${momentHtml(visit, rotationEnd)}.</dd>`}
</dl>`;
}

function ownerHtml(
  { visit }: EndpointContext,
  { webhook, here, refused }: { webhook: Webhook; here: string; refused: Refused },
): Html {
  const stored = { events: webhook.events, seenStamp: eventsStamp(webhook.events) };
  const { events: sent = emptyForm } = refused;
  // The other forms of the page send no events: theirs are those that are stored.
  const state = sent.typed.seenStamp === undefined ? withTyped(sent, stored) : sent;
  return html`<p class="buttons after"><a class="button" href="${`${here}/erneuern`}">Geheimnis erneuern</a></p>
${
  webhook.active
    ? confirmHtml({
        visit,
        action: `${here}/anhalten`,
        label: "Anhalten …",
        question:
          "Solange der Webhook angehalten ist, wird nichts gesendet. Ereignisse warten bis zu 14 Tage.",
        confirm: "Ja, anhalten",
      })
    : buttonFormHtml({ visit, action: `${here}/fortsetzen`, label: "Fortsetzen" })
}
${
  webhook.disabledReason !== "requested" &&
  confirmHtml({
    visit,
    action: `${here}/abschalten`,
    label: "Webhook ganz abschalten …",
    question:
      "Es wird nichts mehr gesendet, auch nicht, was noch wartet. Bisherige Zustellungen bleiben sichtbar.",
    confirm: "Ja, abschalten",
  })
}
<h2>Ereignisse</h2>
${formHtml({
  visit,
  action: here,
  fields: eventFields,
  state: withSavedBoxes(state, { conflict, name: "events", saved: webhook.events, options: eventOptions }),
  options: { events: eventOptions },
  submit: "Speichern",
  prefix: "events",
})}
${
  webhook.active &&
  html`<h2>Testereignis</h2>
${formHtml({
  visit,
  action: `${here}/testen`,
  fields: testFields,
  state: refused.test ?? filledForm({ eventType: webhook.events[0] ?? webhookEventTypes[0] ?? "" }),
  options: { eventType: eventOptions },
  submit: "Testereignis senden",
  prefix: "test",
})}`
}`;
}

async function showRotation(context: EndpointContext): Promise<PageContent> {
  const { visit, deps } = context;
  const webhook = await endpointOf(context);
  const rotationEnd = await findRotationEnd(deps.sql, visit.agencyId, webhook.id);
  const here = `${path}/${webhook.id}`;
  return {
    title: "Geheimnis erneuern",
    trail: [...trail, { label: hostOf(webhook.endpointUrl), href: here }],
    lead: "Sie bekommen ein neues Geheimnis. 24 Stunden lang trägt jede Nachricht zwei Signaturen, damit Ihr System in Ruhe wechseln kann. Danach wird das alte Geheimnis vernichtet.",
    main: html`${
      rotationEnd !== null &&
      html`<p class="notice">Eine Erneuerung läuft noch bis ${momentHtml(visit, rotationEnd)}. Wenn Sie jetzt noch einmal erneuern, gilt das ältere Geheimnis sofort nicht mehr.</p>`
    }
${formHtml({
  visit,
  action: `${here}/erneuern`,
  fields: {},
  state: emptyForm,
  submit: "Jetzt erneuern",
  beside: html`<a href="${here}">Abbrechen</a>`,
})}`,
  };
}
