import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { formatMoment } from "../../../floor/web/format.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { findPageFacts } from "../approvals/page-sql.ts";
import { draftOf } from "../drafts/find-draft.ts";
import { findPreviewsEnd, setPreviewsEnd } from "./preview-end-sql.ts";
import { createPreviewToken, type PreviewLink } from "./preview-token.ts";
import { type RenderDeps, renderUnpublished } from "./render-unpublished.ts";

const dayMs = 24 * 3600 * 1000;
/** Long enough for a round of colleagues. */
const linkDays = 7;
const linkMs = linkDays * dayMs;

/** A link that shows the newest version of a draft to whoever has it, for a week. Throws `not_found`. */
export async function createPreviewLink(
  { sql, publicUrl, secrets }: Pick<RenderDeps, "sql" | "publicUrl" | "secrets">,
  agencyId: number,
  { draftId, actor }: { draftId: string; actor: AuditActor },
): Promise<{ url: string; expiresAt: Date }> {
  const draft = await draftOf(sql, agencyId, draftId);
  // A link's age is known by its end alone: one that is made within the second of a revocation is dated after it, or it was revoked too.
  const revokedAt = (await findPreviewsEnd(sql, agencyId, draft.id))?.getTime() ?? 0;
  const expiresAt = new Date(Math.max(Date.now(), revokedAt) + linkMs);
  const token = createPreviewToken(secrets, { agencyId, draftId: draft.id, expiresAt });
  await insertAudit(sql, agencyId, {
    actor,
    action: "draft.preview_link_created",
    subject: { type: "draft", id: draft.id },
    details: { expiresAt: expiresAt.toISOString() },
  });
  return { url: `${publicUrl}/vorschau/${token}`, expiresAt };
}

/** Takes back all links to a draft that were made so far; the next one works again. Throws `not_found`. */
export async function endPreviewLinks(
  sql: Sql,
  agencyId: number,
  { draftId, actor }: { draftId: string; actor: AuditActor },
): Promise<void> {
  // The next whole second, because links hold no smaller part of one.
  const revokedAt = new Date(Math.floor(Date.now() / 1000 + 1) * 1000);
  await sql.begin(async (transaction) => {
    const { id } = await draftOf(transaction, agencyId, draftId);
    await setPreviewsEnd(transaction, agencyId, { draftId: id, revokedAt });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "draft.preview_links_revoked",
      subject: { type: "draft", id },
    });
  });
}

/** Whether a link that ends at `expiresAt` was taken back. */
export async function isPreviewEnded(
  sql: Queryable,
  { agencyId, draftId, expiresAt }: PreviewLink,
): Promise<boolean> {
  const revokedAt = await findPreviewsEnd(sql, agencyId, draftId);
  return revokedAt !== null && expiresAt.getTime() - linkMs < revokedAt.getTime();
}

/** The page of one version of a draft as its readers would get it. Throws `not_found`. */
export async function previewDraft(
  deps: RenderDeps,
  agencyId: number,
  { draftId, version, expiresAt }: { draftId: string; version?: number; expiresAt?: Date },
): Promise<Response> {
  const draft = await draftOf(deps.sql, agencyId, draftId);
  const shown = version ?? draft.version;
  const facts = await findPageFacts(deps.sql, agencyId, {
    draftId: draft.id,
    draftVersion: shown,
    contactId: null,
    requestedBy: null,
  });
  if (facts === null) throw new ServiceError("not_found", `The draft has no version ${shown}.`);
  const { clientSlug, content, timeZone, publishedAt } = facts;
  const response = await renderUnpublished(deps, {
    clientSlug,
    content,
    publishedAt: publishedAt ?? draft.scheduledFor ?? content.embargoUntil ?? new Date(),
    notice: previewNotice({ shown, newest: draft.version, expiresAt: expiresAt ?? null, timeZone }),
  });
  if (response === null) throw new ServiceError("not_found", "The newsroom of the draft is gone.");
  return response;
}

function previewNotice(input: {
  shown: number;
  newest: number;
  expiresAt: Date | null;
  timeZone: string;
}): Html {
  const { shown, newest, expiresAt, timeZone } = input;
  const which = shown === newest ? `Fassung ${shown}` : `Fassung ${shown}, die neueste ist ${newest}`;
  const until =
    expiresAt === null
      ? "Diese Seite sehen nur Sie und Ihre Agentur."
      : `Dieser Link gilt bis ${formatMoment(expiresAt, timeZone)}. Bitte geben Sie ihn nicht weiter.`;
  return html`<p class="card" role="note"><strong>${`Vorschau (${which})`}</strong><br>${`So wird die Meldung aussehen. ${until}`}</p>`;
}
