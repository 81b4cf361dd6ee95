import { directLinkUrl, textHtml } from "../../../newsroom/links.ts";
import { type Html, html } from "../../../web/html.ts";
import type { ApprovalOfDraft } from "../../../workflow/approvals/draft-approvals-sql.ts";
import { readDraftVersion } from "../../../workflow/drafts/list-versions.ts";
import type { WholeDraft } from "../../../workflow/drafts/read-draft.ts";
import type { DashboardDeps } from "../../deps.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { previewPath } from "../texts/paths.ts";

/** Everything that was asked and answered about a draft, newest first, each with the version that it is about. */
export function timeline(visit: Visit, { id, approvals }: WholeDraft): Html | null {
  if (approvals.length === 0) return null;
  return html`<section aria-labelledby="verlauf"><h2 id="verlauf">Verlauf</h2>
<ol class="timeline">${approvals.map((approval) => entry(visit, id, approval))}</ol></section>`;
}

function entry(visit: Visit, draftId: string, approval: ApprovalOfDraft): Html {
  const { draftVersion, contactName, requesterName, requestedAt, respondBy, message, decidedAt, comment } =
    approval;
  return html`<li><p><strong>${outcomes[approval.status]}</strong>${decidedAt !== null && html` am ${momentHtml(visit, decidedAt)}`}: ${contactName}, <a href="${previewPath(draftId, draftVersion)}" target="_blank" rel="noopener">Fassung ${draftVersion}</a></p>
<p class="facts">Angefragt am ${momentHtml(visit, requestedAt)}${requesterName !== null && ` von ${requesterName}`}${respondBy !== null && html`, Antwort erbeten bis ${momentHtml(visit, respondBy)}`}</p>
${message !== null && html`<p class="facts">Nachricht</p><blockquote>${message}</blockquote>`}
${comment !== null && html`<p class="facts">Kommentar von ${contactName}</p><blockquote>${comment}</blockquote>`}</li>`;
}

const outcomes: Record<ApprovalOfDraft["status"], string> = {
  pending: "Wartet auf Antwort",
  approved: "Freigegeben",
  changes_requested: "Änderungen gewünscht",
  expired: "Abgelaufen",
  superseded: "Überholt: der Text wurde geändert",
};

/** The newest comment of a contact beside the very text that it is about; null where nobody asked for changes lately. */
export async function commentBesideText(
  { sql, texts }: Pick<DashboardDeps, "sql" | "texts">,
  visit: Visit,
  { id, approvals }: WholeDraft,
): Promise<Html | null> {
  const [latest] = approvals;
  if (latest === undefined || latest.status !== "changes_requested" || latest.comment === null) return null;
  const { draftVersion, contactName, comment, decidedAt } = latest;
  const { content } = await readDraftVersion(sql, visit.agencyId, { draftId: id, version: draftVersion });
  const text = await texts.read(visit.agencyId, content.bodyMarkdown);
  return html`<section aria-labelledby="kommentar"><h2 id="kommentar">${`Kommentar zu Fassung ${draftVersion}`}</h2>
<div class="beside"><blockquote>${comment}<footer class="facts">${contactName}${decidedAt !== null && html`, ${momentHtml(visit, decidedAt)}`}</footer></blockquote>
<article class="card commented" tabindex="0" aria-label="${`Text der Fassung ${draftVersion}`}"><h3>${content.title}</h3>${content.subtitle !== null && html`<p>${content.subtitle}</p>`}<div class="text" lang="${content.language}">${textHtml(text, directLinkUrl)}</div></article></div></section>`;
}
