import { ServiceError } from "../../../errors.ts";
import { integerMax, uuidPattern } from "../../../schema.ts";

/** A numeric id of a path. Anything else is an unknown one: the same 404. */
export function numberInPath(text: string): number {
  const id = Number(text);
  if (/^[1-9]\d{0,9}$/.test(text) && id <= integerMax) return id;
  throw new ServiceError("not_found", "There is nothing with this id.");
}

/** A UUID of a path. Anything else is an unknown one: the same 404. */
export function uuidInPath(text: string): string {
  if (uuidPattern.test(text)) return text.toLowerCase();
  throw new ServiceError("not_found", "There is nothing with this id.");
}
