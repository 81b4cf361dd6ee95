import type { Sql } from "../../../floor/db/open.ts";
import { draftOf } from "../drafts/find-draft.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import { publishRelease } from "./publish-release.ts";
import { undoSeconds } from "./rules.ts";
import type { PublishReleaseInput, PublishReleaseOutput } from "./schema.ts";

/**
 * Publishes for a person: `undoSeconds` ahead, so that until then it can be stopped and nothing was mailed, counted or told. Who asks
 * again meanwhile moves nothing. Throws what `publishRelease` does.
 */
export async function publishSoon(
  sql: Sql,
  agencyId: number,
  input: Omit<PublishReleaseInput, "publishAt">,
  context: WorkflowContext,
): Promise<PublishReleaseOutput> {
  const draft = await draftOf(sql, agencyId, input.draftId);
  const now = Date.now();
  const soon = now + undoSeconds * 1000;
  const plannedMs = draft.scheduledFor?.getTime() ?? soon;
  const publishAt = new Date(plannedMs > now && plannedMs < soon ? plannedMs : soon).toISOString();
  return await publishRelease(sql, agencyId, { ...input, publishAt }, context);
}
