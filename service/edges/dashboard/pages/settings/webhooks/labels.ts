import type { WebhookEventType } from "../../../../../features/events/event-schema.ts";
import type {
  AttemptError,
  AttemptStatus,
  Webhook,
} from "../../../../../features/reporting/webhooks/schema.ts";
import { formatCount } from "../../../../../floor/web/format.ts";
import { type Html, html } from "../../../../../floor/web/html.ts";

export const webhooksPath = "/app/einstellungen/webhooks";
export const webhooksTrail = [{ label: "Webhooks", href: webhooksPath }];

export const eventLabels: Readonly<Record<WebhookEventType, string>> = {
  "release.published": "Meldung veröffentlicht",
  "release.archived": "Meldung archiviert",
  "approval.requested": "Freigabe angefragt",
  "approval.granted": "Freigabe erteilt",
  "approval.changes_requested": "Änderung gewünscht",
  "report.created": "Bericht erstellt",
  "export.completed": "Export fertig",
  "export.failed": "Export gescheitert",
  "conversion.recorded": "Conversion erfasst",
  "mention.found": "Treffer in einem Feed gefunden",
};

export const statusLabels: Readonly<Record<AttemptStatus, string>> = {
  sending: "läuft",
  delivered: "zugestellt",
  failed: "gescheitert",
  unknown: "unterbrochen",
};

const errorLabels: Readonly<Record<AttemptError, string>> = {
  dns: "Name nicht auflösbar",
  connect: "keine Verbindung",
  tls: "Zertifikat ungültig",
  timeout: "keine Antwort in 15 Sekunden",
  http_status: "Antwort mit Fehler",
  redirect: "Weiterleitung, der nicht gefolgt wird",
  unsafe_endpoint: "Adresse nicht erlaubt",
  response_too_large: "Antwort zu lang",
  interrupted: "vom Dienst unterbrochen",
};

const disabledLabels: Readonly<Record<string, string>> = {
  requested: "abgeschaltet",
  paused: "angehalten",
  gone: "vom Empfänger beendet (410)",
  failing: "nach fünf Tagen voller Fehler abgeschaltet",
};

/** What happened, in words: status, code and reason. */
export function outcomeText(attempt: {
  status: AttemptStatus;
  responseStatus: number | null;
  error: AttemptError | null;
}): string {
  const code = attempt.responseStatus === null ? "" : ` ${attempt.responseStatus}`;
  const reason =
    attempt.error === null || attempt.error === "http_status" ? "" : `: ${errorLabels[attempt.error]}`;
  return `${statusLabels[attempt.status]}${code}${reason}`;
}

export function statusHtml(attempt: Parameters<typeof outcomeText>[0]): Html {
  const look = attempt.status === "delivered" ? " good" : attempt.status === "failed" ? " bad" : "";
  return html`<span class="${`state${look}`}">${statusLabels[attempt.status]}</span><span class="facts">${[
    attempt.responseStatus === null ? null : String(attempt.responseStatus),
    attempt.error === null || attempt.error === "http_status" ? null : errorLabels[attempt.error],
  ]
    .filter((part) => part !== null)
    .join(", ")}</span>`;
}

/** How an endpoint is: running, running with faults, or why it is not. */
export function healthHtml({ active, disabledReason, consecutiveFailures, lastDeliveryAt }: Webhook): Html {
  if (!active)
    return html`<span class="state bad">${disabledLabels[disabledReason ?? ""] ?? "abgeschaltet"}</span>`;
  if (consecutiveFailures > 0)
    return html`<span class="state bad">${consecutiveFailures === 1 ? "letzter Versuch gescheitert" : `${formatCount(consecutiveFailures)} Fehler in Folge`}</span>`;
  return lastDeliveryAt === null
    ? html`<span class="state">noch nichts zugestellt</span>`
    : html`<span class="state good">in Ordnung</span>`;
}

/** Address without what may be secret in it: the path is shown to those who manage webhooks anyhow. */
export function hostOf(endpointUrl: string): string {
  return new URL(endpointUrl).host;
}
