import { ServiceError } from "../../../errors.ts";
import { positiveIntegerIn, uuidPattern } from "../../../schema.ts";

/** A numeric id of a path. Anything else is an unknown one: the same 404. */
export function numberInPath(text: string): number {
  const id = positiveIntegerIn(text);
  if (id !== null) return id;
  throw new ServiceError("not_found", "There is nothing with this id.");
}

/** A UUID of a path. Anything else is an unknown one: the same 404. */
export function uuidInPath(text: string): string {
  if (uuidPattern.test(text)) return text.toLowerCase();
  throw new ServiceError("not_found", "There is nothing with this id.");
}
