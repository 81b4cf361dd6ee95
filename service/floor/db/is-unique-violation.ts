/** SQLSTATE of a row that is there already (PostgreSQL, appendix A). */
const uniqueViolation = "23505";

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === uniqueViolation;
}
