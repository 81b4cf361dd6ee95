import type { Queryable } from "../../../floor/db/open.ts";
import { candidateSlugs } from "../../../floor/web/slug.ts";
import { insertAudit } from "../../audit/sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { enqueueFanOut } from "../../newsroom/subscriptions/fan-out-sql.ts";
import { enqueueStamps } from "../../stamps/sql.ts";
import { publicationCredits } from "../credits/schema.ts";
import { insertDebit } from "../credits/sql.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { type DraftRow, setDraftRelease } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import { enqueueOnlineMails } from "./online-mail/enqueue.ts";
import { findReleaseOfDraft, upsertReleaseOfDraft } from "./workflow-sql.ts";

/** Publishes a draft that the transaction holds and that has passed every check: debit, release, event and audit row. */
export async function publishDraft(
  transaction: Queryable,
  agencyId: number,
  { draft, context }: { draft: DraftRow; context: WorkflowContext },
): Promise<void> {
  await insertDebit(transaction, agencyId, {
    draftId: draft.id,
    version: draft.version,
    credits: publicationCredits,
  });
  const releaseId = await upsertReleaseOfDraft(transaction, agencyId, {
    draftId: draft.id,
    clientId: draft.clientId,
    content: draft.content,
    slugs: releaseSlugs(draft.content),
    isPublished: true,
  });
  await setDraftRelease(transaction, agencyId, { draftId: draft.id, releaseId, scheduledFor: null });
  const release = await findReleaseOfDraft(transaction, agencyId, draft.id);
  if (release === null || release.publishedAt === null)
    throw new Error("The release that was just written is not there.");
  const ids = [`${releaseId}:${draft.version}`];
  await enqueueStamps(transaction, agencyId, { type: "release", ids });
  await enqueueFanOut(transaction, agencyId, { releaseId, clientId: release.clientId });
  await enqueueOnlineMails(transaction, agencyId, { releaseId, clientId: release.clientId });
  await enqueueEvent(transaction, agencyId, {
    type: "release.published",
    data: {
      pressReleaseId: releaseId,
      clientId: release.clientId,
      title: release.title,
      url: releaseUrl(context.publicUrl, release, release.slug),
      publishedAt: release.publishedAt.toISOString(),
    },
  });
  await insertAudit(transaction, agencyId, {
    actor: context.actor,
    action: "release.published",
    subject: { type: "release", id: String(releaseId) },
    details: { draftId: draft.id, version: draft.version, credits: publicationCredits },
  });
}

/** Addresses to try for a release: the draft's own or one made of the title, then the same with a number. */
export function releaseSlugs(content: DraftContent): string[] {
  return candidateSlugs(content.slug ?? content.title);
}
