import { listContacts } from "../../../clients/persona-sql.ts";
import { type Html, html } from "../../../web/html.ts";
import { readPublicationFacts } from "../../../workflow/releases/publication-facts.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import type { Visit } from "../../visit.ts";
import { draftTabs } from "../texts/draft-tabs.ts";
import { approvalPath, previewPath, textPath, textsPath } from "../texts/paths.ts";
import { approvalSection } from "./approval-section.ts";
import { wholeDraftOfVisit } from "./draft-of-visit.ts";
import { type PublicationSection, publicationSection } from "./publication-section.ts";
import { commentBesideText, timeline } from "./timeline.ts";

const approvalPage = definePage({
  path: approvalPath(":draftId") as "/app/meldungen/:draftId/freigabe",
  action: "drafts.read",
  handle: (context) => showApproval(context),
});

/** What was sent by one of the page's forms, where it was refused. */
type Refused = { request?: FormState; publication?: PublicationSection["refused"] };

/** The page on approval and publication of a draft. Used by all its forms, which show it again with what was refused. */
export async function showApproval(
  context: Pick<Context<{ draftId: string }>, "visit" | "deps" | "params">,
  { request, publication = null }: Refused = {},
): Promise<PageContent> {
  const { visit, deps } = context;
  const { sql, mailer } = deps;
  const draft = await wholeDraftOfVisit(context);
  const [contacts, facts, comment] = await Promise.all([
    listContacts(sql, visit.agencyId, draft.clientId),
    readPublicationFacts(sql, visit.agencyId, draft.clientId),
    commentBesideText(deps, visit, draft),
  ]);
  const isOut = draft.status === "published" || draft.status === "archived";
  return {
    title: draft.title,
    trail: [{ label: "Meldungen", href: textsPath }],
    lead: html`${draft.clientName}, Fassung ${draft.version} ${draftStateHtml(draft.status)}`,
    tools: html`<a class="button" href="${previewPath(draft.id)}" target="_blank" rel="noopener">Vorschau</a>`,
    main: html`${draftTabs(draft.id, approvalPath(draft.id))}
${!isOut && approvalSection({ visit, draft, contacts, mailer, state: request ?? null })}
${comment}
${publicationSection({ visit, draft, facts, refused: publication })}
${!isOut && previewSection(visit, draft.id)}
${timeline(visit, draft)}`,
  };
}

export const approvalPageDefinitions = [approvalPage];

/** The button that makes a link to the draft for people without an account. */
function previewSection(visit: Visit, draftId: string): Html | null {
  if (!visit.may("drafts.write")) return null;
  return html`<section aria-labelledby="zeigen"><h2 id="zeigen">Entwurf zeigen</h2>
<p>Für Kolleginnen und Kollegen ohne Konto: ein Link auf die neueste Fassung, sieben Tage gültig.</p>
${buttonFormHtml({ visit, action: `${textPath(draftId)}/vorschau-link`, label: "Vorschau-Link anlegen" })}
${confirmHtml({
  visit,
  action: `${textPath(draftId)}/vorschau-links-beenden`,
  label: "Vorschau-Links zurücknehmen …",
  question: "Alle bisher angelegten Vorschau-Links zu diesem Text öffnen dann nichts mehr.",
  confirm: "Ja, zurücknehmen",
})}</section>`;
}
