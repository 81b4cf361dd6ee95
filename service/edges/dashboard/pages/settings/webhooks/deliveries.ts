import { ServiceError } from "../../../../../errors.ts";
import { webhookEventTypes } from "../../../../../features/events/event-schema.ts";
import type {
  DeliveryFilter,
  ListedAttempt,
} from "../../../../../features/reporting/webhooks/deliveries-sql.ts";
import {
  listDeliveries,
  type ShownMessage,
  showMessage,
} from "../../../../../features/reporting/webhooks/list-deliveries.ts";
import { messageName } from "../../../../../features/reporting/webhooks/rules.ts";
import { attemptStatuses, type Webhook } from "../../../../../features/reporting/webhooks/schema.ts";
import { listWebhooks } from "../../../../../features/reporting/webhooks/sql.ts";
import { formatCount } from "../../../../../floor/web/format.ts";
import { type Html, html } from "../../../../../floor/web/html.ts";
import { positiveIntegerIn, uuidPattern } from "../../../../../schema.ts";
import { type Context, definePage, type PageContent } from "../../../definition.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { buttonFormHtml, confirmHtml } from "../../../parts/confirm.ts";
import { emptyHtml } from "../../../parts/empty.ts";
import { foldedFilterHtml } from "../../../parts/list-filter.ts";
import { momentHtml, shortMomentHtml } from "../../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../../parts/pager.ts";
import { uuidInPath } from "../../../parts/path-id.ts";
import { tableHtml } from "../../../parts/table.ts";
import type { Visit } from "../../../visit.ts";
import {
  eventLabels,
  hostOf,
  outcomeText,
  statusHtml,
  statusLabels,
  webhooksTrail as trail,
  webhooksPath,
} from "./labels.ts";

const path = `${webhooksPath}/zustellungen`;

const listPage = definePage({ path, action: "webhooks.read", handle: showDeliveries });

const messagePage = definePage({
  path: `${webhooksPath}/nachrichten/:messageId`,
  action: "webhooks.read",
  handle: (context) => showMessagePage(context),
});

export const deliveryDefinitions = [listPage, messagePage];

export async function showDeliveries({ visit, deps, query }: Context): Promise<PageContent> {
  const filter = readFilter(query);
  const [webhooks, { deliveries, nextCursor }] = await Promise.all([
    listWebhooks(deps.sql, visit.agencyId),
    listDeliveries(deps.sql, visit.agencyId, { ...filter, cursor: cursorOf(query) }),
  ]);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return {
    title: "Zustellungen",
    lead: "Jeder Versuch der letzten 90 Tage, die neuesten zuerst.",
    trail,
    main: html`${filterHtml(webhooks, query)}
${filter.releaseId !== undefined && visit.may("webhooks.replay") && releaseHtml(visit, filter.releaseId)}
${
  deliveries.length === 0
    ? emptyHtml(
        isFiltered
          ? { title: "Nichts gefunden", text: "Kein Versuch passt zu dieser Auswahl." }
          : { title: "Noch nichts zugestellt", text: "Hier steht bald jeder Versuch." },
      )
    : deliveriesTable(visit, deliveries)
}
${pagerHtml({ path, query, nextCursor })}`,
  };
}

/** What a query names that can be filtered by; anything else is no filter. */
function readFilter(query: URLSearchParams): DeliveryFilter {
  const webhookId = query.get("webhook") ?? "";
  const eventType = webhookEventTypes.find((type) => type === query.get("ereignis"));
  const status = attemptStatuses.find((each) => each === query.get("stand"));
  return {
    webhookId: uuidPattern.test(webhookId) ? webhookId : undefined,
    eventType,
    status,
    releaseId: positiveIntegerIn(query.get("meldung") ?? "") ?? undefined,
  };
}

function filterHtml(webhooks: readonly Webhook[], query: URLSearchParams): Html {
  return foldedFilterHtml({
    path,
    label: "Zustellungen filtern",
    query,
    fields: [
      {
        name: "webhook",
        label: "Webhook",
        options: webhooks.map(({ id, endpointUrl }) => ({ value: id, label: endpointUrl })),
      },
      {
        name: "ereignis",
        label: "Ereignis",
        options: webhookEventTypes.map((value) => ({ value, label: eventLabels[value] })),
      },
      {
        name: "stand",
        label: "Stand",
        options: attemptStatuses.map((value) => ({ value, label: statusLabels[value] })),
      },
      { name: "meldung", label: "Meldung (Nummer)", type: "text", charactersMax: 9, isNumber: true },
    ],
  });
}

function releaseHtml(visit: Visit, releaseId: number): Html {
  return confirmHtml({
    visit,
    action: `${path}/meldung`,
    label: "Alle Nachrichten dieser Meldung erneut zustellen …",
    question: `Alles, was in den letzten 14 Tagen zur Meldung ${releaseId} gesendet wurde, geht noch einmal an seine Empfänger.`,
    confirm: "Ja, erneut zustellen",
    values: { releaseId: String(releaseId) },
  });
}

function deliveriesTable(visit: Visit, deliveries: readonly ListedAttempt[]): Html {
  return tableHtml({
    caption: "Zustellversuche",
    rows: deliveries,
    columns: [
      {
        label: "Ereignis",
        cell: ({ messageId, eventType, isReplay, attempt }) =>
          html`<a href="${`${webhooksPath}/nachrichten/${messageId}`}">${eventLabels[eventType]}</a><span class="facts">${attempt}. Versuch${isReplay && ", Wiederholung"}</span>`,
      },
      {
        label: "Empfänger",
        cell: ({ endpointUrl }) => (endpointUrl === null ? "–" : hostOf(endpointUrl)),
      },
      { label: "Stand", cell: statusHtml },
      {
        label: "Dauer",
        isNumber: true,
        cell: ({ durationMs }) => durationText(durationMs),
      },
      { label: "Wann", cell: ({ attemptedAt }) => shortMomentHtml(visit, attemptedAt) },
    ],
  });
}

export async function showMessagePage(
  { visit, params, deps }: Context<{ messageId: string }>,
  refused?: FormState,
): Promise<PageContent> {
  const messageId = uuidInPath(params.messageId);
  const shown = await showMessage(deps.sql, visit.agencyId, messageId);
  const eventType = shown.attempts[0]?.eventType ?? readType(shown);
  return {
    title: eventType === null ? "Nachricht" : eventLabels[eventType],
    lead: messageName(messageId),
    trail: [...trail, { label: "Zustellungen", href: path }],
    main: html`${refused !== undefined && refused.message !== null && html`<div class="summary" role="alert"><p>${refused.message}</p></div>`}
${resendHtml(visit, messageId, shown)}
<h2>Inhalt</h2>
${
  shown.message === null
    ? html`<p class="lead">Der Inhalt wurde 14 Tage nach dem Ereignis gelöscht.</p>`
    : html`<pre class="payload" tabindex="0" role="region" aria-label="Inhalt der Nachricht">${indented(shown.message.payload)}</pre>`
}
<h2>Kopfzeilen</h2>
<pre class="payload" tabindex="0" role="region" aria-label="Kopfzeilen der Nachricht">${headersText(messageId, shown)}</pre>
<h2>Versuche</h2>
${shown.attempts.length === 0 ? html`<p class="lead">Noch keiner. Laden Sie die Seite in einigen Sekunden neu.</p>` : shown.attempts.map((attempt) => attemptHtml(visit, attempt))}`,
  };
}

/** A button for each endpoint that the message went to. */
function resendHtml(visit: Visit, messageId: string, { message, attempts }: ShownMessage): Html | null {
  if (message === null || !visit.may("webhooks.replay")) return null;
  const endpoints = new Map(
    attempts.flatMap(({ webhookId, endpointUrl }) =>
      endpointUrl === null ? [] : [[webhookId, endpointUrl] as const],
    ),
  );
  return html`<div class="buttons">${[...endpoints].map(([webhookId, endpointUrl]) =>
    buttonFormHtml({
      visit,
      action: `${webhooksPath}/nachrichten/${messageId}/zustellen`,
      label: endpoints.size === 1 ? "Erneut zustellen" : `Erneut zustellen an ${hostOf(endpointUrl)}`,
      values: { webhookId },
    }),
  )}</div>`;
}

function attemptHtml(visit: Visit, attempt: ShownMessage["attempts"][number]): Html {
  const { answer, nextAttemptAt, remoteAddress } = attempt;
  return html`<section class="attempt"><h3>${attempt.attempt}. Versuch${attempt.isReplay && " (Wiederholung)"}: ${outcomeText(attempt)}</h3>
<dl class="pairs">
<dt>Wann</dt><dd>${momentHtml(visit, attempt.attemptedAt)}</dd>
<dt>Empfänger</dt><dd>${attempt.endpointUrl ?? "–"}</dd>
<dt>Dauer</dt><dd>${durationText(attempt.durationMs)}</dd>
${remoteAddress !== null && html`<dt>Adresse</dt><dd>${remoteAddress}</dd>`}
${nextAttemptAt !== null && html`<dt>Nächster Versuch</dt><dd>${momentHtml(visit, nextAttemptAt)}</dd>`}
</dl>
${answer !== null && html`<p class="facts after">Antwort (höchstens 1 KB)</p><pre class="payload" tabindex="0" role="region" aria-label="${`Antwort auf den ${attempt.attempt}. Versuch`}">${answer}</pre>`}
</section>`;
}

function headersText(messageId: string, { message, attempts }: ShownMessage): string {
  const latest = attempts[0];
  const seconds =
    latest === undefined ? "Sekunden seit 1970" : String(Math.floor(latest.attemptedAt.getTime() / 1_000));
  return [
    "content-type: application/json",
    "user-agent: pr-service-webhooks/1",
    `webhook-id: ${messageName(messageId)}`,
    `webhook-timestamp: ${seconds}`,
    "webhook-signature: v1,… (wird nicht gespeichert)",
    ...(message?.isTest === true ? ["webhook-test: true"] : []),
    ...(latest?.isReplay === true ? ["webhook-replay: true"] : []),
  ].join("\n");
}

function readType({ message }: ShownMessage) {
  if (message === null) throw new ServiceError("not_found", "The agency has no such message.");
  const { type }: { type?: unknown } = JSON.parse(message.payload);
  return webhookEventTypes.find((each) => each === type) ?? null;
}

function indented(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}

function durationText(durationMs: number | null): string {
  return durationMs === null ? "–" : `${formatCount(durationMs)} ms`;
}
