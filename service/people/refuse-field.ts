import { ServiceError } from "../errors.ts";

/** The refusal of one value: which values are taken, in German for the form and in English for the command. */
export function refuseField(field: string, { german, english }: Record<"german" | "english", string>) {
  return new ServiceError("validation_error", `${field}: ${english}`, {
    details: { formErrors: [], fieldErrors: { [field]: [german] } },
  });
}
