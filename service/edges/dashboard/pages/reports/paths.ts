export const reportsPath = "/app/berichte";
export const newReportPath = `${reportsPath}/neu` as const;
export const draftsPath = `${reportsPath}/entwuerfe` as const;
export const newDraftsPath = `${draftsPath}/neu` as const;
export const schedulesPath = `${reportsPath}/zeitplaene` as const;

export function reportPath(reportId: string): string {
  return `${reportsPath}/${reportId}`;
}

export function draftPath(draftId: string): string {
  return `${draftsPath}/${draftId}`;
}
