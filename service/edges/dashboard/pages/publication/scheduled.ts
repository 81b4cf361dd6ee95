import type { ApprovalOfDraft } from "../../../../features/workflow/approvals/draft-approvals-sql.ts";
import { isRecorder, ownRecord } from "../../../../features/workflow/approvals/rules.ts";
import { undoSeconds } from "../../../../features/workflow/releases/rules.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { clockName } from "../../parts/clock-change.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Script } from "../../script.ts";
import type { Visit } from "../../visit.ts";
import { publishPath, textPath } from "../texts/paths.ts";

/** The service looks for what is due each second; later than this something is wrong, and looking again helps nobody. */
const dueSecondsMax = 20;

/** Counts down to the publication, and then loads the page that tells of it. */
export const countdownScript: Script = {
  name: "countdown",
  source: `const line = document.querySelector("[data-countdown]");
if (line) {
  const number = line.querySelector("[data-left]");
  const endMs = performance.now() + Number(line.dataset.countdown) * 1000;
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((endMs - performance.now()) / 1000));
    number.textContent = String(left);
    if (left > 0) return;
    clearInterval(timer);
    setTimeout(() => location.reload(), 1500);
  }, 250);
}
`,
};

type Planned = {
  draftId: string;
  scheduledFor: Date;
  isCorrection: boolean;
  /** Newest first. */
  approvals: readonly Pick<ApprovalOfDraft, "kind" | "recorders">[];
};

/** A publication that is planned: moved or stopped first of all, and in its last seconds stopped by one click. */
export function scheduledHtml(
  visit: Visit,
  { draftId, scheduledFor, isCorrection, approvals: [latest] }: Planned,
): Html {
  const seconds = Math.ceil((scheduledFor.getTime() - Date.now()) / 1000);
  const isImminent = seconds <= undoSeconds && seconds > -dueSecondsMax;
  return html`${isImminent ? countdown(seconds, isCorrection) : planned(visit, scheduledFor, seconds)}
${visit.may("releases.publish") && acts(visit, draftId, { isImminent, isCorrection, isOwn: latest !== undefined && isRecorder(latest, visit.signedIn.personId) })}`;
}

function countdown(seconds: number, isCorrection: boolean): Html {
  const left = Math.max(0, seconds);
  return html`<p class="countdown" role="timer" data-countdown="${left}">Erscheint in <strong data-left>${left}</strong> Sekunden.</p>
<p>${isCorrection ? "Bis dahin sehen Leser die Meldung wie bisher." : "Bis dahin ist nichts verschickt, gezählt oder abgebucht."} <a href="">Seite neu laden</a></p>`;
}

function planned(visit: Visit, scheduledFor: Date, seconds: number): Html {
  return html`<p><span class="state planned">Geplant</span> für ${momentHtml(visit, scheduledFor)} (${clockName(scheduledFor, visit.timeZone)})</p>
${seconds < 0 && html`<p class="problem">Sie hätte schon erscheinen sollen. Der Dienst versucht es weiter; meist fehlt dem Newsroom ein Impressum.</p>`}`;
}

function acts(
  visit: Visit,
  draftId: string,
  { isImminent, isCorrection, isOwn }: { isImminent: boolean; isCorrection: boolean; isOwn: boolean },
): Html {
  const action = `${textPath(draftId)}/stoppen`;
  const move =
    !isCorrection &&
    !isOwn &&
    html`<a class="button${!isImminent && html` primary`}" href="${publishPath(draftId, "at")}">Termin verschieben</a>`;
  if (isImminent)
    return html`<div class="buttons">${buttonFormHtml({ visit, action, label: "Stoppen", isDangerous: true })}${move}</div>`;
  return html`${move && html`<div class="buttons">${move}</div>`}${isOwn && !isCorrection && html`<p>${ownRecord}</p>`}
${confirmHtml({
  visit,
  action,
  label: "Stoppen …",
  question: isCorrection
    ? "Die Berichtigung erscheint dann nicht, ihre Freigabe bleibt."
    : "Die Meldung erscheint dann nicht. Die Freigabe bleibt, und der reservierte Credit wird wieder frei.",
  confirm: "Ja, stoppen",
})}`;
}
