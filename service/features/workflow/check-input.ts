import type { TObject } from "@sinclair/typebox";
import { ServiceError } from "../../errors.ts";
import { checkOf, fieldErrorsOf } from "../../floor/http/field-errors.ts";

/** Refuses values that don't fit their schema, whoever gave them. Throws `validation_error` that names each wrong field. */
export function checkInput(schema: TObject, input: object): void {
  if (checkOf(schema).Check(input)) return;
  const details = fieldErrorsOf(schema, input);
  const problems = Object.entries(details.fieldErrors).map(
    ([field, messages]) => `${field}: ${messages.join(", ")}`,
  );
  throw new ServiceError(
    "validation_error",
    `Some values are wrong: ${[...problems, ...details.formErrors].join("; ")}. Correct them and try again.`,
    { details },
  );
}
