import type { Queryable } from "../../../floor/db/open.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { readCredits } from "../credits/sql.ts";
import type { DraftRow } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import type { PublishReleaseOutput } from "./schema.ts";
import { findReleaseOfDraft } from "./workflow-sql.ts";

/** What a publication came to, in the transaction of the call: the release, its address, and the credits left. */
export async function describePublication(
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
