import { type ErrorCode, type ErrorFacts, ServiceError } from "../../errors.ts";

/** What is wrong with one field of a form or a command: in German beside the field, in English for the command's one line. */
export type FieldProblem = { field: string; german: string; english: string };

/** Throws `validation_error` with all problems at once: by field in `details`, and as one line in the message. */
export function refuseFields(problem: FieldProblem | readonly [FieldProblem, ...FieldProblem[]]): never;
export function refuseFields(found: readonly (FieldProblem | null)[]): void;
export function refuseFields(found: FieldProblem | readonly (FieldProblem | null)[]): void {
  const problems = [found].flat().filter((problem) => problem !== null);
  if (problems.length === 0) return;
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, german } of problems) fieldErrors[field] = [...(fieldErrors[field] ?? []), german];
  const message = problems.map(({ field, english }) => `${field}: ${english}`).join(" ");
  throw new ServiceError("validation_error", message, { details: { formErrors: [], fieldErrors } });
}

/** What concerns no single field: in German for people, as the one reason there is, and in English for programs. */
export function refusal(
  code: ErrorCode,
  { german, english, facts = {} }: { german: string; english: string; facts?: ErrorFacts },
): ServiceError {
  return new ServiceError(code, english, { facts, details: { formErrors: [german], fieldErrors: {} } });
}
