import { releasePagePath, textPath } from "../texts/paths.ts";

/** The page of a text that a search found; what came without a draft has the page of its release. */
export function foundTextPath({
  draftId,
  pressReleaseId,
}: {
  draftId: string | null;
  pressReleaseId: number | null;
}): string {
  return draftId === null ? releasePagePath(pressReleaseId ?? 0) : textPath(draftId);
}
