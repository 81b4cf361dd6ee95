import type { TObject } from "@sinclair/typebox";
import { type FieldErrors, ServiceError } from "../errors.ts";
import { checkOf, fieldErrorsOf } from "../http/field-errors.ts";
import { uuidPattern } from "../schema.ts";
import type { Tool } from "./tool.ts";

/** Messages that stand in the text itself; all of them stand in `_meta`. */
const messagesInTextMax = 5;

/**
 * Checks a call's arguments by the tool's compiled schema and returns them.
 * Throws `not_found` for an id that is no UUID, as a path with such an id does, and else the tool's code with the field
 * errors; names and texts come from the schema alone.
 */
export function readArguments(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  if (checkOf(tool.input).Check(args)) return args;
  if (hasImpossibleId(tool.input, args)) throw new ServiceError("not_found", "An id is no UUID.");
  const details = withoutForeignNames(tool.input, fieldErrorsOf(tool.input, args));
  throw new ServiceError(
    tool.invalidInput ?? "validation_error",
    `The arguments don't fit the input schema: ${summaryOf(details)}. Correct them and call again.`,
    { details },
  );
}

/** True when ids are the only thing wrong: then nothing has them. Ends at the first other error, of thousands maybe. */
function hasImpossibleId(input: TObject, args: Record<string, unknown>): boolean {
  for (const { path } of checkOf(input).Errors(args)) {
    const name = path.slice(1);
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (input.properties[name]?.format !== "uuid" || typeof value !== "string") return false;
    if (uuidPattern.test(value)) return false;
  }
  return true;
}

/** The name of an unknown argument is the caller's text; it is counted, not repeated. */
function withoutForeignNames(input: TObject, errors: FieldErrors): FieldErrors {
  const names = Object.keys(errors.fieldErrors);
  const known = names.filter((name) => Object.hasOwn(input.properties, name));
  const unknownCount = names.length - known.length;
  const fieldErrors = Object.fromEntries(known.map((name) => [name, errors.fieldErrors[name] ?? []]));
  const formErrors =
    unknownCount === 0
      ? errors.formErrors
      : [...errors.formErrors, `${unknownCount} unknown argument${unknownCount === 1 ? "" : "s"}`];
  return { formErrors, fieldErrors };
}

function summaryOf(details: FieldErrors): string {
  const fields = Object.entries(details.fieldErrors).map(
    ([name, messages]) => `${name}: ${messages[0] ?? "wrong"}`,
  );
  return [...fields, ...details.formErrors].slice(0, messagesInTextMax).join("; ");
}
