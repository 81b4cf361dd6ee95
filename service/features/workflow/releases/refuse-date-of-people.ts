import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { DraftRow } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import { wasStopped } from "./workflow-sql.ts";

/**
 * Refuses a program that would move a planned publication, or plan again what was stopped. It sees no date: its call may be
 * the repetition of one that a person has overruled since, and the text went out days too early.
 */
export async function refuseDateOfPeople(
  transaction: Queryable,
  agencyId: number,
  input: { draft: DraftRow; publishAt: string | undefined; context: WorkflowContext },
): Promise<void> {
  const { draft, publishAt, context } = input;
  const { type } = context.actor;
  if (type !== "agent" && type !== "api_key") return;
  const { scheduledFor } = draft;
  if (draft.status === "scheduled" && scheduledFor !== null) {
    if (publishAt !== undefined && Date.parse(publishAt) === scheduledFor.getTime()) return;
    throw new ServiceError(
      "release_status_conflict",
      `The draft is planned for ${scheduledFor.toISOString()}. Tell your user: people move or stop a publication in the dashboard.`,
      { facts: { scheduledFor: scheduledFor.toISOString() } },
    );
  }
  if (await wasStopped(transaction, agencyId, draft))
    throw new ServiceError(
      "release_status_conflict",
      "The publication of this version was stopped. Tell your user: people publish it in the dashboard.",
    );
}
