import type { ApprovalRule } from "../../../../features/clients/approval-rule-sql.ts";
import type { ClientContact } from "../../../../features/clients/persona-sql.ts";
import type {
  ApprovalOfDraft,
  RecordedFacts,
} from "../../../../features/workflow/approvals/draft-approvals-sql.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type FormState, filledForm, withTyped } from "../../forms/form-state.ts";
import { localOf } from "../../forms/local-moment.ts";
import { fieldsHtml, formHtml } from "../../forms/render-form.ts";
import { fileControl } from "../../forms/value-fields.ts";
import type { Visit } from "../../visit.ts";
import { approvalPath } from "../texts/paths.ts";
import { recordFields } from "./approval-fields.ts";

/** The name of the file in the form. */
export const proofName = "datei";

type RecordSection = {
  visit: Visit;
  draft: WholeDraft;
  contacts: readonly ClientContact[];
  rule: ApprovalRule;
  /** What was typed, where it was refused. */
  record: FormState | null;
};

export const recordedWays: Record<NonNullable<ApprovalOfDraft["recordedHow"]>, string> = {
  telephone: "am Telefon",
  meeting: "im Gespräch",
  paper: "auf Papier",
  other: "auf anderem Weg",
};

/** That an answer was recorded by the agency, by whom, how it came, and what proves it; null for one by a link. */
export function recordedText(
  { recorderName, recordedHow, recordedNote, recordedFile }: RecordedFacts,
  proof: { draftId: string; approvalId: string; contactId: string },
): Html | null {
  if (recordedHow === null) return null;
  return html`<p class="facts"><strong>Von der Agentur vermerkt</strong>${recorderName !== null && `, von ${recorderName}`}: ${recordedWays[recordedHow]} gegeben.</p>
${recordedNote !== null && html`<blockquote>${recordedNote}</blockquote>`}
${recordedFile !== null && html`<p class="facts">Beleg: <a href="${`${approvalPath(proof.draftId)}/beleg/${proof.approvalId}/${proof.contactId}`}">${recordedFile}</a></p>`}`;
}

/** How an approval was recorded; of a round with several approvers, one text for each whose answer the agency recorded. */
export function recordedTexts(draftId: string, approval: ApprovalOfDraft): Html | null {
  const { approvalId, contactId, approvers } = approval;
  if (approvers.length === 0) return recordedText(approval, { draftId, approvalId, contactId });
  return html`${approvers.map((seat) => {
    const text = recordedText(seat, { draftId, approvalId, contactId: seat.contactId });
    return text !== null && html`<p class="facts">${seat.name}</p>${text}`;
  })}`;
}

/** The form that records an approval by telephone or on paper, where an owner allowed that for the client. */
export function recordSection(
  { visit, draft, contacts, rule, record }: RecordSection,
  latest: ApprovalOfDraft | undefined,
): Html | null {
  if (!rule.allowsRecorded || !visit.may("approvals.record")) return null;
  const round = latest?.status === "pending" ? latest.approvers : [];
  if (round.length === 0 && rule.contactIds.length > 1)
    return html`<p class="facts">Hier geben mehrere frei: Bitten Sie zuerst alle darum. Danach lässt sich vermerken, was jemand davon am Telefon oder auf Papier gesagt hat.</p>`;
  const askedIds = round.filter(({ status }) => status === "asked").map(({ contactId }) => contactId);
  const named = round.length > 0 ? askedIds : rule.contactIds;
  const able = contacts.filter(
    ({ id, canApprove }) => canApprove && (named.length === 0 || named.includes(id)),
  );
  const filled = filledForm({
    version: draft.version,
    givenAt: localOf(new Date(), visit.timeZone),
    contactId: able.length === 1 ? (able[0]?.id ?? null) : null,
  });
  const state = record === null ? filled : withTyped(record, { version: draft.version });
  const options = { contactId: able.map(({ id, name }) => ({ value: id, label: name })) };
  return html`<details class="after"${record !== null && html` open`}><summary>Freigabe am Telefon oder auf Papier vermerken</summary>
<p class="hint">${`Sie gilt für Fassung ${draft.version} und steht überall als „von der Agentur vermerkt“. Veröffentlichen muss jemand anderes als Sie.`}</p>
${formHtml({
  visit,
  action: `${approvalPath(draft.id)}/vermerken`,
  fields: recordFields,
  state,
  prefix: "vermerk",
  isMultipart: true,
  body: html`${fieldsHtml(recordFields, state, { prefix: "vermerk", options })}
<div class="field"><label for="vermerk-datei">Beleg <span class="optional">freiwillig</span></label><p class="hint">Das unterschriebene Blatt als PDF oder Foto, höchstens 10 MB. Es steht nur hier, nie im Newsroom.</p>${fileControl({ id: "vermerk-datei", name: proofName, accept: "application/pdf,image/jpeg,image/png,image/webp" })}</div>`,
  submit: "Freigabe vermerken",
})}</details>`;
}
