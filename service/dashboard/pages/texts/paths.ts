export const textsPath = "/app/meldungen";
export const newTextPath = `${textsPath}/neu`;

/** The page of a draft: its editor. */
export function textPath(draftId: string): string {
  return `${textsPath}/${draftId}`;
}

export function versionsPath(draftId: string): string {
  return `${textPath(draftId)}/fassungen`;
}
