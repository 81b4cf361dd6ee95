import { ServiceError } from "../../../../errors.ts";
import { readDraft, type WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import type { DraftContext } from "../../../../features/workflow/drafts/read-draft-text.ts";
import type { Context } from "../../definition.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { requireClient } from "../../visit.ts";

type DraftPageContext = Pick<Context<{ draftId: string }>, "visit" | "params" | "deps">;

/** The draft of a path, as whoever visits may see it. Throws the same 404 for all others. */
export async function knownDraft({ visit, params, deps }: DraftPageContext): Promise<WholeDraft> {
  const draft = await readDraft(deps.sql, visit.agencyId, uuidInPath(params.draftId), deps);
  requireClient(visit, draft.clientId);
  return draft;
}

/** What the verbs of drafts know beside their input. */
export function draftContext({ visit, deps }: Pick<Context, "visit" | "deps">): DraftContext {
  const { texts, publicUrl, writer } = deps;
  return { texts, publicUrl, actor: visit.actor, seoWriter: writer.seoWriter };
}

/** A file that somebody deleted meanwhile is a wrong field of the form and no page that is not there: what was typed stays. */
export async function namingFields<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "not_found" || error.details === undefined)
      throw error;
    throw new ServiceError("validation_error", error.message, { details: error.details, cause: error });
  }
}
