export const textsPath = "/app/meldungen";

/** The page of a draft: its editor. */
export const textPath = (draftId: string): string => `${textsPath}/${draftId}`;

/** Approval, history and publication of a draft. */
export const approvalPath = (draftId: string): string => `${textPath(draftId)}/freigabe`;

export const embargoPath = (draftId: string): string => `${textPath(draftId)}/vorab`;

/** A version as readers would get it; the newest where none is named. */
export const previewPath = (draftId: string, version?: number): string =>
  `${textPath(draftId)}/fassung${version === undefined ? "" : `?nummer=${version}`}`;

/** What can be done with a release that has appeared. */
export const releasePagePath = (pressReleaseId: number): string =>
  `${textsPath}/erschienen/${pressReleaseId}`;

/** Where the newsroom of a client is set up. */
export const newsroomSettingsPath = (clientId: number): string => `/app/kunden/${clientId}/newsroom`;
