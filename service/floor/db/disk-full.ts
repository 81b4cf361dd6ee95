/** PostgreSQL, appendix "Error Codes". */
const diskFull = "53100";

/** What an operator has to do besides waiting, where an error is that of a full disk; for the log. */
export function adviceOnDiskFull(error: unknown): { advice?: string } {
  if (!(error instanceof Error && "code" in error && error.code === diskFull)) return {};
  return {
    advice: "The database's disk is full: make room. Nothing acknowledged is lost, nor is a restart needed.",
  };
}
