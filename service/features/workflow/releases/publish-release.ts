import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince } from "../../../floor/web/seen-stamp.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { lockClient } from "../../clients/sql.ts";
import { requireAssets } from "../../media/require-assets.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { isRecorder, ownRecord } from "../approvals/rules.ts";
import { findLatestApproval } from "../approvals/sql.ts";
import { publicationCredits } from "../credits/schema.ts";
import { readCredits, releaseReservation, reserveCredits } from "../credits/sql.ts";
import { refuseTakenLanguage } from "../drafts/check-references.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { isCorrection } from "../drafts/rules.ts";
import { type DraftRow, setDraftRelease } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import { findReleaseContent } from "./lifecycle-sql.ts";
import { publishCorrection } from "./publish-correction.ts";
import { publishDraft, releaseSlugs } from "./publish-draft.ts";
import { refuseDateOfPeople } from "./refuse-date-of-people.ts";
import { refuseMissingImprint } from "./refuse-missing-imprint.ts";
import { isImminent, publishAtOf, refuseEmbargo, refusePrice, refuseUnapproved } from "./rules.ts";
import type { PublishReleaseInput, PublishReleaseOutput } from "./schema.ts";
import { findReleaseOfDraft, upsertReleaseOfDraft } from "./workflow-sql.ts";

/** With the stamp of `scheduledFor` as a person saw it. */
export type SeenPublication = PublishReleaseInput & { seenStamp?: string | undefined };

/**
 * Publishes the approved version of a draft, now or at `publishAt`, in one transaction with its debit, its event and its
 * audit row. Called any number of times, at once too, it publishes and charges once; people may give a scheduled draft
 * another moment, or publish it now.
 * Throws `not_found`, `already_published` (another version), `not_approved`, `approval_outdated`, `approval_expired`,
 * `imprint_missing`, `asset_incomplete`, `embargo_active`, `credit_limit_exceeded`, `insufficient_credits`, `validation_error`, and
 * `service_unavailable` where another release took its address at this moment. Throws `release_status_conflict` for an archived release
 * and for a program that would move a date, and `version_conflict` where a date was seen and there is another one by now.
 */
export async function publishRelease(
  sql: Sql,
  agencyId: number,
  input: SeenPublication,
  context: WorkflowContext,
): Promise<PublishReleaseOutput> {
  return await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, input.draftId);
    if (draft.status === "archived")
      throw refusal("release_status_conflict", {
        german:
          "Die Meldung war erschienen und ist archiviert. Auf ihrer Seite lässt sie sich unter „Weiteres“ wieder veröffentlichen.",
        english:
          "The release is archived. A person restores it on its page, an operator by `release restore`.",
        facts: { status: draft.status },
      });
    if (draft.status === "published") {
      refuseOtherVersion(draft.version, input.approvedVersion);
      return await describePublication(transaction, agencyId, {
        draft,
        context,
        charged: 0,
        isRepeated: true,
      });
    }
    // Behind the result of before: a call that is repeated later names a moment that is over.
    const publishAt = publishAtOf(input.publishAt, new Date());
    await refuseDateOfPeople(transaction, agencyId, { draft, publishAt: input.publishAt, context });
    const approval = await findLatestApproval(transaction, agencyId, draft.id);
    refuseUnapproved(draft, approval, input.approvedVersion);
    refuseRecorder(approval, context.actor);
    await refuseMissingImprint(transaction, agencyId, draft.clientId);
    await requireAssets(transaction, agencyId, { clientId: draft.clientId, ...draft.content });
    // The agency before the client, as 0.2.0 does: both run side by side in an upgrade, and two publications waited for each other.
    await lockAgency(transaction, agencyId);
    // What went online since the draft was written, and what goes at this moment: only behind the lock is that seen.
    await lockClient(transaction, agencyId, draft.clientId);
    if (!(await keepsLanguage(transaction, agencyId, draft)))
      await refuseTakenLanguage(transaction, agencyId, { ...draft, ...draft.content });
    refuseOtherDate(draft, publishAt, input.seenStamp);
    refuseEmbargo(draft, publishAt ?? new Date());
    if (isCorrection(draft)) {
      await publishCorrection(transaction, agencyId, { draft, context, publishAt });
      return await describeNow(transaction, agencyId, { draftId: draft.id, context, charged: 0 });
    }
    const wasReserved = await takeReservation(transaction, agencyId, draft.id);
    const { balance, reserved } = await readCredits(transaction, agencyId);
    refusePrice(publicationCredits, input.maxCredits, balance - reserved);
    if (publishAt === null) {
      await publishDraft(transaction, agencyId, { draft, context });
    } else {
      await schedule(transaction, agencyId, { draft, publishAt, context, isMoved: wasReserved });
    }
    const charged = publishAt === null ? publicationCredits : 0;
    return await describeNow(transaction, agencyId, { draftId: draft.id, context, charged });
  });
}

/** True of a correction that leaves both as readers have them: twins that were online before it must not hold up a wrong figure. */
async function keepsLanguage(transaction: Queryable, agencyId: number, draft: DraftRow): Promise<boolean> {
  if (!isCorrection(draft) || draft.releaseId === null) return false;
  const online = await findReleaseContent(transaction, agencyId, draft.releaseId);
  const { language, translationOf } = draft.content;
  return online?.language.toLowerCase() === language.toLowerCase() && online.translationOf === translationOf;
}

async function describeNow(
  transaction: Queryable,
  agencyId: number,
  { draftId, ...said }: { draftId: string; context: WorkflowContext; charged: number },
): Promise<PublishReleaseOutput> {
  const draft = await heldDraftOf(transaction, agencyId, draftId);
  return await describePublication(transaction, agencyId, { draft, ...said, isRepeated: false });
}

/** What a form says of the date that stood on its page; a second click that wants what stands there already is no conflict. */
function refuseOtherDate(
  { scheduledFor }: DraftRow,
  publishAt: Date | null,
  seenStamp: string | undefined,
): void {
  const isSame = publishAt !== null && scheduledFor?.getTime() === publishAt.getTime();
  if (isSame || (isImminent(scheduledFor) && isImminent(publishAt))) return;
  refuseChangedSince({ scheduledFor: scheduledFor?.toISOString() ?? null }, { wanted: {}, seenStamp });
}

function refuseOtherVersion(version: number, approvedVersion: number): void {
  if (version === approvedVersion) return;
  throw new ServiceError(
    "already_published",
    `Version ${version} of the draft is published. People correct the release in the dashboard; write a new draft only for another text.`,
    { facts: { publishedVersion: version } },
  );
}

/** Releases what the draft had reserved, so that it can spend it; behind `lockAgency`. */
async function takeReservation(transaction: Queryable, agencyId: number, draftId: string): Promise<boolean> {
  return (await releaseReservation(transaction, agencyId, draftId)) > 0;
}

async function schedule(
  transaction: Queryable,
  agencyId: number,
  {
    draft,
    publishAt,
    context,
    isMoved,
  }: {
    draft: Awaited<ReturnType<typeof heldDraftOf>>;
    publishAt: Date;
    context: WorkflowContext;
    isMoved: boolean;
  },
): Promise<void> {
  await reserveCredits(transaction, agencyId, { draftId: draft.id, credits: publicationCredits });
  const releaseId = await upsertReleaseOfDraft(transaction, agencyId, {
    draftId: draft.id,
    clientId: draft.clientId,
    content: draft.content,
    slugs: releaseSlugs(draft.content),
    isPublished: false,
  });
  await setDraftRelease(transaction, agencyId, { draftId: draft.id, releaseId, scheduledFor: publishAt });
  await insertAudit(transaction, agencyId, {
    actor: context.actor,
    action: isMoved ? "release.rescheduled" : "release.scheduled",
    subject: { type: "release", id: String(releaseId) },
    details: { draftId: draft.id, version: draft.version, scheduledFor: publishAt.toISOString() },
  });
}

/** Refuses an agent, and whoever recorded the approval or a part of it. */
function refuseRecorder(
  approval: { kind: "link" | "recorded"; recorders: readonly string[] } | null,
  actor: AuditActor,
): void {
  if (approval?.kind !== "recorded") return;
  const isAllowed = actor.type === "operator" || (actor.type === "person" && !isRecorder(approval, actor.id));
  if (isAllowed) return;
  throw refusal("not_approved", {
    german: ownRecord,
    english:
      "The agency recorded this approval. Another person than the one who did publishes it, and no agent.",
  });
}

/** What a publication came to, in the transaction of the call: the release, its address, and the credits left. */
async function describePublication(
  transaction: Queryable,
  agencyId: number,
  input: { draft: DraftRow; context: WorkflowContext; charged: number; isRepeated: boolean },
): Promise<PublishReleaseOutput> {
  const { draft } = input;
  const release = await findReleaseOfDraft(transaction, agencyId, draft.id);
  if (release === null) throw new Error("A published or scheduled draft has no release.");
  const { balance, reserved } = await readCredits(transaction, agencyId);
  return {
    pressReleaseId: release.pressReleaseId,
    draftId: draft.id,
    version: draft.version,
    status: draft.status === "scheduled" ? "scheduled" : "published",
    url: releaseUrl(input.context.publicUrl, release, release.slug),
    publishedAt: release.publishedAt?.toISOString() ?? null,
    scheduledFor: draft.scheduledFor?.toISOString() ?? null,
    creditsCharged: input.charged,
    creditsRemaining: balance - reserved,
    alreadyPublished: input.isRepeated,
  };
}
