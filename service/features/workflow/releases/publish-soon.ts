import type { Sql } from "../../../floor/db/open.ts";
import { draftOf } from "../drafts/find-draft.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import { publishRelease, type SeenPublication } from "./publish-release.ts";
import { isImminent, undoSeconds } from "./rules.ts";
import type { PublishReleaseOutput } from "./schema.ts";

/**
 * Publishes for a person: `undoSeconds` ahead, so that until then it can be stopped and nothing was mailed, counted or told. Who asks
 * again meanwhile moves nothing. Throws what `publishRelease` does.
 */
export async function publishSoon(
  sql: Sql,
  agencyId: number,
  input: Omit<SeenPublication, "publishAt">,
  context: WorkflowContext,
): Promise<PublishReleaseOutput> {
  const draft = await draftOf(sql, agencyId, input.draftId);
  const { scheduledFor } = draft;
  const moment = isImminent(scheduledFor) ? scheduledFor : new Date(Date.now() + undoSeconds * 1000);
  return await publishRelease(sql, agencyId, { ...input, publishAt: moment.toISOString() }, context);
}
