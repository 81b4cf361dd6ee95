/** Absolute address of a job; `publicUrl` has no slash at its end. */
export function exportStatusUrl(publicUrl: string, jobId: string): string {
  return `${publicUrl}/api/reporting/v1/exports/${jobId}`;
}

/** Absolute address of a job's file; it needs the same authentication. */
export function exportDownloadUrl(publicUrl: string, jobId: string): string {
  return `${exportStatusUrl(publicUrl, jobId)}/download`;
}

/** Where anybody checks a report; stands in its files. */
export function verifyPageUrl(publicUrl: string): string {
  return `${publicUrl}/pruefen`;
}
