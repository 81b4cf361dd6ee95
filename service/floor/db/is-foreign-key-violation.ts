/** SQLSTATE of a row that refers to one that is not there (PostgreSQL, appendix A). */
const foreignKeyViolation = "23503";

export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === foreignKeyViolation;
}
