import { readApprovalRule } from "../../../../features/clients/approval-rule.ts";
import { listClientContactRows } from "../../../../features/clients/persona-sql.ts";
import type { ApprovalOfDraft } from "../../../../features/workflow/approvals/draft-approvals-sql.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { readPublicationFacts } from "../../../../features/workflow/releases/publication-facts.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { draftTabs } from "../texts/draft-tabs.ts";
import { approvalPath, previewPath, textPath, textsPath } from "../texts/paths.ts";
import { approvalSection } from "./approval-section.ts";
import { seatLabels } from "./approver-labels.ts";
import { commentsSection } from "./comments-section.ts";
import { wholeDraftOfVisit } from "./draft-of-visit.ts";
import { publicationSection } from "./publication-section.ts";
import { recordedText } from "./record-section.ts";
import { countdownScript } from "./scheduled.ts";

const approvalPage = definePage({
  path: approvalPath(":draftId") as "/app/meldungen/:draftId/freigabe",
  action: "drafts.read",
  scripts: [countdownScript],
  handle: (context) => showApproval(context),
});

/** What was sent by one of the page's forms, where it was refused. */
type Refused = { request?: FormState; record?: FormState };

const outcomes: Record<ApprovalOfDraft["status"], string> = {
  pending: "Wartet auf Antwort",
  approved: "Freigegeben",
  changes_requested: "Änderungen gewünscht",
  expired: "Abgelaufen",
  superseded: "Überholt: der Text wurde geändert",
};

/** The page on approval and publication of a draft. Used by all its forms, which show it again with what was refused. */
export async function showApproval(
  context: Pick<Context<{ draftId: string }>, "visit" | "deps" | "params">,
  { request, record }: Refused = {},
): Promise<PageContent> {
  const { visit, deps } = context;
  const { sql, mailer } = deps;
  const draft = await wholeDraftOfVisit(context);
  const [contacts, rule, facts, comments] = await Promise.all([
    listClientContactRows(sql, visit.agencyId, draft.clientId),
    readApprovalRule(sql, visit.agencyId, draft.clientId),
    readPublicationFacts(sql, visit.agencyId, draft.clientId),
    commentsSection(deps, visit, draft),
  ]);
  const isOut = draft.status === "published" || draft.status === "archived";
  // What is to be done next stands first.
  const isNext = draft.status === "approved" || draft.status === "scheduled";
  const publication = publicationSection({ visit, draft, facts });
  return {
    title: draft.title,
    trail: [{ label: "Meldungen", href: textsPath }],
    lead: html`${draft.clientName}, Fassung ${draft.version} ${draftStateHtml(draft.status)}`,
    tools: html`<a class="button" href="${previewPath(draft.id)}" target="_blank" rel="noopener">Vorschau</a>`,
    main: html`${draftTabs(draft.id, approvalPath(draft.id))}
${isNext && publication}
${!isOut && approvalSection({ visit, draft, contacts, rule, mailer, state: request ?? null, record: record ?? null })}
${!isOut && comments}
${!isNext && publication}
${!isOut && previewSection(visit, draft.id)}
${timeline(visit, draft)}`,
  };
}

export const approvalPageDefinitions = [approvalPage];

/** The button that makes a link to the draft for people without an account. */
function previewSection(visit: Visit, draftId: string): Html | null {
  if (!visit.may("drafts.write")) return null;
  return html`<section class="for-screens" aria-labelledby="zeigen"><h2 id="zeigen">Entwurf zeigen</h2>
<p>Für Kolleginnen und Kollegen ohne Konto: ein Link auf die neueste Fassung, sieben Tage gültig.</p>
${buttonFormHtml({ visit, action: `${textPath(draftId)}/vorschau-link`, label: "Vorschau-Link anlegen" })}
${confirmHtml({
  visit,
  action: `${textPath(draftId)}/vorschau-links-beenden`,
  label: "Vorschau-Links zurückziehen …",
  question: "Alle bisher angelegten Vorschau-Links zu diesem Text öffnen dann nichts mehr.",
  confirm: "Ja, zurückziehen",
})}</section>`;
}

/** Everything that was asked and answered about a draft, newest first, each with the version that it is about. */
function timeline(visit: Visit, { id, approvals }: WholeDraft): Html | null {
  if (approvals.length === 0) return null;
  return html`<section aria-labelledby="verlauf"><h2 id="verlauf">Verlauf</h2>
<ol class="timeline">${approvals.map((approval, index) =>
    entry(visit, id, { ...approval, outcome: outcomeOf(approval, approvals.slice(0, index)) }),
  )}</ol></section>`;
}

/** What became of a request, in view of those that came after it. A granted one stays one: a correction does not undo what was published by it. */
function outcomeOf({ status, decidedAt, draftVersion }: ApprovalOfDraft, newer: readonly ApprovalOfDraft[]) {
  if (status !== "superseded") return outcomes[status];
  if (decidedAt !== null) return outcomes.approved;
  // Who was asked may not approve any more, so that another was asked for the same text.
  if (newer.some((each) => each.draftVersion === draftVersion)) return "Beendet: neu angefragt";
  return outcomes.superseded;
}

function entry(visit: Visit, draftId: string, approval: ApprovalOfDraft & { outcome: string }): Html {
  const { draftVersion, contactName, requesterName, requestedAt, respondBy, message, decidedAt, comment } =
    approval;
  const isChangedSince = approval.status === "superseded" && decidedAt !== null;
  const proofOf = ({ contactId }: { contactId: string }) => ({
    draftId,
    approvalId: approval.approvalId,
    contactId,
  });
  return html`<li><p><strong>${approval.outcome}</strong>${decidedAt !== null && html` am ${momentHtml(visit, decidedAt)}`}: ${contactName}, <a href="${previewPath(draftId, draftVersion)}" target="_blank" rel="noopener">Fassung ${draftVersion}</a></p>
${isChangedSince && html`<p class="facts">Danach wurde der Text geändert.</p>`}
${approval.kind === "recorded" && approval.approvers.length === 0 ? recordedText(approval, proofOf(approval)) : html`<p class="facts">Angefragt am ${momentHtml(visit, requestedAt)}${requesterName !== null && ` von ${requesterName}`}${respondBy !== null && html`, Antwort erbeten bis ${momentHtml(visit, respondBy)}`}</p>`}
${approval.approvers.length > 0 && html`<ul>${approval.approvers.map((seat) => html`<li>${seat.name}: ${seatLabels[seat.status]}${seat.comment !== null && html`<blockquote>${seat.comment}</blockquote>`}${recordedText(seat, proofOf(seat))}</li>`)}</ul>`}
${message !== null && html`<p class="facts">Nachricht</p><blockquote>${message}</blockquote>`}
${comment !== null && approval.approvers.length === 0 && html`<p class="facts">Kommentar von ${contactName}</p><blockquote>${comment}</blockquote>`}</li>`;
}
