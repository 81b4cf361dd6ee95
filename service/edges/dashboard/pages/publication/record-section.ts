import type { ApprovalRule } from "../../../../features/clients/approval-rule-sql.ts";
import type { ContactRow } from "../../../../features/clients/persona-sql.ts";
import type { ApprovalOfDraft } from "../../../../features/workflow/approvals/draft-approvals-sql.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type FormState, filledForm, withTyped } from "../../forms/form-state.ts";
import { localOf } from "../../forms/local-moment.ts";
import { formHtml } from "../../forms/render-form.ts";
import type { Visit } from "../../visit.ts";
import { approvalPath } from "../texts/paths.ts";
import { recordFields } from "./approval-fields.ts";

type RecordSection = {
  visit: Visit;
  draft: WholeDraft;
  contacts: readonly ContactRow[];
  rule: ApprovalRule;
  /** What was typed, where it was refused. */
  record: FormState | null;
};

const ways: Record<NonNullable<ApprovalOfDraft["recordedHow"]>, string> = {
  telephone: "am Telefon",
  meeting: "im Gespräch",
  paper: "auf Papier",
  other: "auf anderem Weg",
};

/** That an approval was recorded by the agency, by whom, and how it came; null for one by a link. */
export function recordedText({
  kind,
  recorderName,
  recordedHow,
  recordedNote,
}: ApprovalOfDraft): Html | null {
  if (kind !== "recorded" || recordedHow === null) return null;
  return html`<p class="facts"><strong>Von der Agentur vermerkt</strong>${recorderName !== null && `, von ${recorderName}`}: ${ways[recordedHow]} gegeben.</p>
${recordedNote !== null && html`<blockquote>${recordedNote}</blockquote>`}`;
}

/** The form that records an approval by telephone or on paper, where an owner allowed that for the client. */
export function recordSection(
  { visit, draft, contacts, rule, record }: RecordSection,
  latest: ApprovalOfDraft | undefined,
): Html | null {
  const isOneByOne = rule.contactIds.length < 2 && (latest?.approvers.length ?? 0) === 0;
  if (!rule.allowsRecorded || !isOneByOne || !visit.may("approvals.record")) return null;
  const able = contacts.filter(
    ({ id, canApprove }) => canApprove && (rule.contactIds.length === 0 || rule.contactIds.includes(id)),
  );
  const filled = filledForm({ version: draft.version, givenAt: localOf(new Date(), visit.timeZone) });
  return html`<details class="after"${record !== null && html` open`}><summary>Freigabe am Telefon oder auf Papier vermerken</summary>
<p class="hint">${`Sie gilt für Fassung ${draft.version} und steht überall als „von der Agentur vermerkt“. Veröffentlichen muss jemand anderes als Sie.`}</p>
${formHtml({
  visit,
  action: `${approvalPath(draft.id)}/vermerken`,
  fields: recordFields,
  state: record === null ? filled : withTyped(record, { version: draft.version }),
  prefix: "vermerk",
  options: { contactId: able.map(({ id, name }) => ({ value: id, label: name })) },
  submit: "Freigabe vermerken",
})}</details>`;
}
