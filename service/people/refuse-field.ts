import { ServiceError } from "../errors.ts";

/** The refusal of one value: `message` says which values are taken, `german` says it beside the field of a form. */
export function refuseField(field: string, message: string, german: string = message): ServiceError {
  return new ServiceError("validation_error", `${field}: ${message}`, {
    details: { formErrors: [], fieldErrors: { [field]: [german] } },
  });
}
