import { ServiceError } from "../../errors.ts";

/** Of an id that no client of the agency has. */
export function unknownClient(): ServiceError {
  return new ServiceError("not_found", "There is no such client. See `client list` for the ids.");
}
