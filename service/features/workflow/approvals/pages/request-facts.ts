import { formatMoment } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { ApproverRow } from "../approver-sql.ts";
import type { ApprovalPageInput } from "./page-input.ts";

/** Who asks, until when, and who else has to approve. */
export function requestFacts(input: ApprovalPageInput): Html {
  const moment = (date: Date) =>
    html`<time datetime="${date.toISOString()}">${formatMoment(date, input.timeZone)}</time>`;
  const { content, requesterName, agencyName, respondBy, expiresAt } = input;
  const isAhead = respondBy !== null && respondBy.getTime() > Date.now();
  return html`<dl>
<div><dt>Angefragt von</dt><dd>${requesterName === null ? agencyName : `${requesterName}, ${agencyName}`}</dd></div>
<div><dt>${isAhead ? "Antwort erbeten bis" : "Entscheidung möglich bis"}</dt><dd>${moment(isAhead ? respondBy : expiresAt)}</dd></div>
${content.embargoUntil !== null && content.correctionNote === null && html`<div><dt>Sperrfrist</dt><dd>erscheint nicht vor ${moment(content.embargoUntil)}</dd></div>`}
${content.dateline !== null && html`<div><dt>Ortsmarke</dt><dd>${content.dateline}</dd></div>`}
${content.topics.length > 0 && html`<div><dt>Themen</dt><dd>${content.topics.join(", ")}</dd></div>`}
${content.correctionNote !== null && html`<div><dt>Berichtigung</dt><dd>${content.correctionNote}</dd></div>`}
<div><dt>Fassung</dt><dd>${input.draftVersion}</dd></div>
</dl>
${input.approvers.length > 0 && approverList(input)}`;
}

/** All of a round with what they decided, in the order in which they are asked. */
export function approverList({
  approvers,
  contactId,
}: Pick<ApprovalPageInput, "approvers" | "contactId">): Html {
  return html`<div class="approvers"><p class="facts">Wer freigibt</p>
<ol>${approvers.map((approver) => html`<li class="${approver.status}">${approver.name}${approver.contactId === contactId && " (Sie)"} <span>${stateOf(approver)}</span></li>`)}</ol></div>`;
}

function stateOf({ status, isRecorded }: ApproverRow): string {
  if (isRecorded) return "✓ freigegeben, von der Agentur vermerkt";
  const states = {
    waiting: "kommt danach",
    asked: "ist gefragt",
    approved: "✓ freigegeben",
    changes_requested: "wünscht Änderungen",
    passed_on: "hat weitergegeben",
  } as const;
  return states[status];
}
