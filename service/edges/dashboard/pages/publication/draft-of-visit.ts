import { draftOf } from "../../../../features/workflow/drafts/find-draft.ts";
import { readDraft, type WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { type ReleaseOverview, readRelease } from "../../../../features/workflow/releases/read-release.ts";
import type { Context } from "../../definition.ts";
import { numberInPath, uuidInPath } from "../../parts/path-id.ts";
import { requireClient } from "../../visit.ts";

type DraftVisit = Pick<Context<{ draftId: string }>, "visit" | "deps" | "params">;

/** The id of the draft of the path, which the person may see. The same 404 for any other. */
export async function draftIdOfVisit({ visit, deps, params }: DraftVisit): Promise<string> {
  const draft = await draftOf(deps.sql, visit.agencyId, uuidInPath(params.draftId));
  requireClient(visit, draft.clientId);
  return draft.id;
}

/** The same draft with everything that its page shows. */
export async function wholeDraftOfVisit({ visit, deps, params }: DraftVisit): Promise<WholeDraft> {
  const draft = await readDraft(deps.sql, visit.agencyId, uuidInPath(params.draftId), deps);
  requireClient(visit, draft.clientId);
  return draft;
}

/** The release of the path. The same 404 for one that the person may not see. */
export async function releaseOfVisit({
  visit,
  deps,
  params,
}: Pick<Context<{ pressReleaseId: string }>, "visit" | "deps" | "params">): Promise<ReleaseOverview> {
  const release = await readRelease(deps.sql, visit.agencyId, numberInPath(params.pressReleaseId));
  requireClient(visit, release.clientId);
  return release;
}
