import { ServiceError } from "../errors.ts";

/** The refusal of one value: `message` says which values are taken. */
export function refuseField(field: string, message: string): ServiceError {
  return new ServiceError("validation_error", `${field}: ${message}`, {
    details: { formErrors: [], fieldErrors: { [field]: [message] } },
  });
}
