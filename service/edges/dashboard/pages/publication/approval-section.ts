import type { ApprovalRule } from "../../../../features/clients/approval-rule-sql.ts";
import type { ClientContact } from "../../../../features/clients/persona-sql.ts";
import type {
  ApprovalOfDraft,
  ApproverOfDraft,
  AskedByMail,
} from "../../../../features/workflow/approvals/draft-approvals-sql.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { DashboardDeps } from "../../deps.ts";
import { type FormState, filledForm, withTyped } from "../../forms/form-state.ts";
import { fieldHtml, formHtml } from "../../forms/render-form.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { ruleText } from "../clients/approval-rule.ts";
import { clientPath } from "../clients/client-frame.ts";
import { approvalPath, textPath } from "../texts/paths.ts";
import { requestFields } from "./approval-fields.ts";
import { seatLabels } from "./approver-labels.ts";
import { recordedText, recordedTexts, recordSection } from "./record-section.ts";

type ApprovalSection = {
  visit: Visit;
  draft: WholeDraft;
  contacts: readonly ClientContact[];
  mailer: DashboardDeps["mailer"];
  /** Whose approval the client wants. */
  rule: ApprovalRule;
  /** What was typed into the request, and into the record of an approval, where it was refused. */
  state: FormState | null;
  record: FormState | null;
};

/** Where the approval of the newest version stands, and what can be done about it. */
export function approvalSection(input: ApprovalSection): Html {
  const { draft } = input;
  const [latest] = draft.approvals;
  return html`<section aria-labelledby="freigabe"><h2 id="freigabe">Freigabe</h2>
${standing(input, latest)}
${(canAsk(draft) || (latest?.unable ?? null) !== null) && requestForm(input)}
${(canAsk(draft) || latest?.status === "pending") && recordSection(input, latest)}
</section>`;
}

function standing(input: ApprovalSection, latest: ApprovalOfDraft | undefined): Html {
  const { visit, draft } = input;
  if (latest === undefined) return html`<p>Um eine Freigabe wurde noch nicht gebeten.</p>`;
  const isOutdated = latest.draftVersion !== draft.version;
  if (latest.unable !== null)
    return html`<p>${`${latest.unable} darf bei diesem Kunden nicht mehr freigeben: Der Link gilt nicht mehr, und die Anfrage bleibt ohne Antwort.`} Bitte fragen Sie noch einmal an.</p>`;
  if (latest.status === "pending") return openRequest(input, latest);
  if (latest.status === "expired")
    return html`<p>Die Anfrage an ${latest.contactName} ist ohne Antwort abgelaufen. Bitte fragen Sie noch einmal an.</p>`;
  if (isOutdated && latest.status === "superseded")
    return html`<p>${`Der Text wurde geändert: Die letzte Anfrage galt Fassung ${latest.draftVersion}, jetzt ist es Fassung ${draft.version}. Sie braucht eine eigene Freigabe.`}</p>`;
  // A version that the library wrote by itself, because a picture was replaced, leaves the wish as it was.
  const isDealtWith = draft.status !== "changes_requested";
  if (latest.status === "changes_requested")
    return html`<p>${
      isDealtWith
        ? `${latest.contactName} hatte Änderungen an Fassung ${latest.draftVersion} gewünscht. Fassung ${draft.version} ist neu und noch nicht freigegeben.`
        : `${latest.contactName} wünscht Änderungen.`
    }${!isDealtWith && visit.may("drafts.write") && html` <a href="${textPath(draft.id)}">Text bearbeiten</a>`}</p>`;
  return html`<p><span class="state good">Freigegeben</span> von ${approverNames(latest)}${latest.decidedAt !== null && html`, ${momentHtml(visit, latest.decidedAt)}`}</p>
${recordedTexts(draft.id, latest)}`;
}

/** Everybody who said yes. */
function approverNames({ approvers, contactName }: ApprovalOfDraft): string {
  const names = approvers.filter(({ status }) => status === "approved").map(({ name }) => name);
  return names.length === 0 ? contactName : names.join(" und ");
}

function openRequest(
  { visit, draft, mailer }: Pick<ApprovalSection, "visit" | "draft" | "mailer">,
  approval: ApprovalOfDraft,
): Html {
  const path = approvalPath(draft.id);
  const { approvalId, contactName, respondBy, requestedAt, expiresAt, hasAddress } = approval;
  const canMail = mailer !== null && hasAddress;
  if (approval.approvers.length > 0) return openRound({ visit, draft, mailer }, approval);
  return html`<p>${contactName} wurde am ${momentHtml(visit, requestedAt)} gefragt. ${
    respondBy === null
      ? html`Der Link gilt bis ${momentHtml(visit, expiresAt)}.`
      : html`Antwort erbeten bis ${momentHtml(visit, respondBy)}.`
  }</p>
<p>${mailer === null ? "Dieser Dienst hat keinen Mailserver: Es wurde keine Mail verschickt." : mailText(approval, contactName)}</p>
${!(canMail && isMailed(approval)) && html`<p>Den Link zur Freigabe kann sonst nur der Betreiber des Dienstes weitergeben: <code>pr-service approval link ${approvalId}</code></p>`}
${
  visit.may("approvals.request") &&
  canMail &&
  html`<div class="buttons">${buttonFormHtml({ visit, action: `${path}/erneut`, label: "Erneut senden", values: { approvalId } })}</div>`
}`;
}

/** Who of several is asked, who has answered and who comes later. */
function openRound(
  { visit, draft, mailer }: Pick<ApprovalSection, "visit" | "draft" | "mailer">,
  { approvalId, approvers, respondBy, requestedAt, expiresAt }: ApprovalOfDraft,
): Html {
  const mayAsk = visit.may("approvals.request") && mailer !== null;
  const mailOf = (seat: ApproverOfDraft) =>
    seat.status === "asked" &&
    mailer !== null &&
    html`<p class="facts">${mailText(seat, seat.name)}${!seat.hasAddress && html` Den Link gibt sonst der Betreiber weiter: <code>pr-service approval link ${approvalId} --contact ${seat.contactId}</code>`}</p>`;
  return html`<p>Gefragt am ${momentHtml(visit, requestedAt)}. ${
    respondBy === null
      ? html`Die Links gelten bis ${momentHtml(visit, expiresAt)}.`
      : html`Antwort erbeten bis ${momentHtml(visit, respondBy)}.`
  }</p>
<ol class="work">${approvers.map(
    (seat) => html`<li><div><p>${seat.name}</p>
<p class="facts">${seatLabels[seat.status]}${seat.decidedAt !== null && html`, ${momentHtml(visit, new Date(seat.decidedAt))}`}</p>${mailOf(seat)}${recordedText(seat, { draftId: draft.id, approvalId, contactId: seat.contactId })}</div>
${seat.status === "asked" && seat.hasAddress && mayAsk && buttonFormHtml({ visit, action: `${approvalPath(draft.id)}/erneut`, label: "Erneut senden", about: seat.name, values: { approvalId, contactId: seat.contactId } })}</li>`,
  )}</ol>
${mailer === null && html`<p>Dieser Dienst hat keinen Mailserver. Einen Link gibt der Betreiber weiter: <code>pr-service approval link ${approvalId} --contact ID</code></p>`}`;
}

function isMailed({ mail }: AskedByMail): boolean {
  return mail === "sent" || mail === "waiting";
}

function mailText({ mail, hasAddress }: AskedByMail, name: string): string {
  if (!hasAddress) return `Für ${name} ist keine E-Mail-Adresse eingetragen.`;
  const texts = {
    none: "Es wurde keine Mail verschickt.",
    waiting: "Die Mail wird gerade verschickt.",
    delayed: "Die Mail ließ sich noch nicht verschicken. Der Dienst versucht es weiter.",
    sent: "Die Mail ist verschickt.",
    cancelled: "Es wurde keine Mail verschickt. Bitte senden Sie erneut.",
    handed_over: "Ohne Mail: der Betreiber hat den Link weitergegeben.",
    failed:
      "Der Mailserver hat die Adresse abgelehnt. Bitte berichtigen Sie sie beim Kontakt, und senden Sie dann erneut.",
  } as const;
  return texts[mail];
}

/** Whether a request for the newest version makes sense. */
function canAsk({ status }: WholeDraft): boolean {
  return status === "draft" || status === "changes_requested";
}

function requestForm(input: ApprovalSection): Html | null {
  const { visit, draft, contacts, rule } = input;
  if (!visit.may("approvals.request")) return null;
  const mayApprove = contacts.filter(({ canApprove }) => canApprove);
  const approvers = mayApprove.filter(({ email }) => email !== null);
  const contactsPath = clientPath(draft.clientId, "/kontakte");
  if (mayApprove.length === 0)
    return html`<p>Bei diesem Kunden darf noch niemand freigeben. <a href="${contactsPath}">Kontakt eintragen</a></p>`;
  if (approvers.length === 0)
    return html`<p>Wer bei diesem Kunden freigeben darf, hat keine E-Mail-Adresse. <a href="${contactsPath}">Adresse eintragen</a></p>
<p>Ohne Adresse kann nur der Betreiber des Dienstes um die Freigabe bitten: <code>pr-service draft request ${draft.id}</code></p>`;
  const hasRule = rule.contactIds.length > 0;
  const first = hasRule ? null : (approvers[0]?.id ?? null);
  const filled = filledForm({ version: draft.version, contactId: first });
  const shown = input.state === null ? filled : withTyped(input.state, { version: draft.version });
  const options = {
    contactId: approvers.map(({ id, name }) => ({ value: id, label: name })),
  };
  const field = (name: keyof typeof requestFields) =>
    fieldHtml(requestFields, name, shown, { options, prefix: "anfrage" });
  const whom = hasRule
    ? html`<p>${ruleText(rule, contacts)}</p>${visit.may("approvals.rule") && html`<details class="group"><summary>Ausnahme machen</summary>${field("exceptsRule")}${field("contactId")}</details>`}`
    : field("contactId");
  return formHtml({
    visit,
    action: approvalPath(draft.id),
    fields: requestFields,
    state: shown,
    prefix: "anfrage",
    body: html`${field("version")}${whom}${field("message")}${field("respondBy")}
${
  draft.warnings.length > 0 &&
  html`<div class="summary"><p>Im Text stehen Wörter oder Bilder, die auffallen:</p>
<ul>${draft.warnings.map(({ term, message }) => html`<li>„${term}“: ${message}</li>`)}</ul>
${field("acceptWarnings")}</div>`
}`,
    submit: "Um Freigabe bitten",
  });
}
