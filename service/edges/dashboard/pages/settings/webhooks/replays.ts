import { readReplay } from "../../../../../features/reporting/webhooks/order-replay.ts";
import { type Replay, replayedMax } from "../../../../../features/reporting/webhooks/replay-sql.ts";
import { messageName } from "../../../../../features/reporting/webhooks/rules.ts";
import { formatCount } from "../../../../../floor/web/format.ts";
import { type Html, html } from "../../../../../floor/web/html.ts";
import { definePage } from "../../../definition.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { formHtml } from "../../../forms/render-form.ts";
import { optionalMomentField } from "../../../forms/value-fields.ts";
import { lookAgainScript } from "../../../parts/look-again-script.ts";
import { momentHtml, momentText, shortMomentHtml } from "../../../parts/moment.ts";
import { uuidInPath } from "../../../parts/path-id.ts";
import { tableHtml } from "../../../parts/table.ts";
import type { Visit } from "../../../visit.ts";
import { webhooksPath as path, webhooksTrail as trail } from "./labels.ts";

export const catchUpFields = {
  since: optionalMomentField({
    label: "Seit",
    hint: `Alles, was seitdem gescheitert ist, höchstens ${formatCount(replayedMax)} Nachrichten der letzten 14 Tage.`,
  }),
};

const progressPage = definePage({
  path: `${path}/nachholen/:replayId`,
  action: "webhooks.replay",
  scripts: [lookAgainScript],
  async handle({ visit, params, deps }) {
    const replay = await readReplay(deps.sql, visit.agencyId, uuidInPath(params.replayId));
    const { queued, waiting, delivered } = replay;
    const runs = isRunning(replay);
    const done = queued - waiting;
    return {
      title: "Erneut zustellen",
      lead: targetText(visit, replay),
      trail,
      main: html`<p><span class="${runs ? "state" : "state good"}"${runs && html` data-running`}>${runs ? "läuft" : "fertig"}</span></p>
${queued > 0 && html`<p class="after"><progress max="${queued}" value="${done}" aria-label="Erledigt">${done} von ${queued}</progress></p>`}
<dl class="pairs after">
<dt>Eingereiht</dt><dd>${formatCount(queued)}</dd>
<dt>Zugestellt</dt><dd>${formatCount(delivered)}</dd>
<dt>Warten noch</dt><dd>${formatCount(waiting)}</dd>
<dt>Wieder gescheitert</dt><dd>${formatCount(Math.max(0, done - delivered))}</dd>
<dt>Begonnen</dt><dd>${momentHtml(visit, replay.createdAt)}</dd>
</dl>
${!runs && queued === 0 && html`<p class="lead">Es gab nichts zu wiederholen.</p>`}
${queued >= replayedMax && html`<p class="lead">Mehr als ${formatCount(replayedMax)} auf einmal werden nicht wiederholt. Sind diese zugestellt, starten Sie es noch einmal.</p>`}
<p class="buttons after"><a class="button" href="${path}">Zu den Webhooks</a></p>`,
    };
  },
});

export const replayDefinitions = [progressPage];

export function isRunning({ finishedAt, waiting }: Replay): boolean {
  return finishedAt === null || waiting > 0;
}

export function replayPath(replayId: string): string {
  return `${path}/nachholen/${replayId}`;
}

/** The form that catches up what failed at an endpoint. */
export function catchUpHtml(visit: Visit, endpointPath: string, state: FormState): Html {
  return html`<h2>Nachholen</h2>
${formHtml({
  visit,
  action: `${endpointPath}/nachholen`,
  fields: catchUpFields,
  state,
  submit: "Gescheitertes nachholen",
  prefix: "since",
})}`;
}

/** The latest orders; nothing where there is none. */
export function replaysHtml(visit: Visit, replays: readonly Replay[]): Html | null {
  if (replays.length === 0 || !visit.may("webhooks.replay")) return null;
  return html`<h2>Wiederholungen</h2>
${tableHtml({
  caption: "Wiederholungen",
  rows: replays,
  columns: [
    {
      label: "Was",
      cell: (replay) => html`<a href="${replayPath(replay.id)}">${targetText(visit, replay)}</a>`,
    },
    { label: "Begonnen", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
    { label: "Eingereiht", isNumber: true, cell: ({ queued }) => formatCount(queued) },
    { label: "Zugestellt", isNumber: true, cell: ({ delivered }) => formatCount(delivered) },
  ],
})}`;
}

function targetText(visit: Visit, { messageId, releaseId, failedSince }: Replay): string {
  if (messageId !== null) return `Nachricht ${messageName(messageId)}`;
  if (releaseId !== null) return `Alle Nachrichten der Meldung ${releaseId}`;
  return failedSince === null ? "" : `Gescheitertes seit dem ${momentText(visit, failedSince)}`;
}
