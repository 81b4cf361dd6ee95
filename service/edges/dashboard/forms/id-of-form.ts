import { v5 as uuidv5 } from "uuid";

/** Chosen once at random, as RFC 9562 wants of a name space. */
const nameSpace = "6d0d3a8e-9a53-4f0e-8d0b-3f3f2c9a7c51";

/** The id of what a form makes: the same for each copy of one form, and never another agency's. */
export function idOfForm(agencyId: number, idempotencyKey: string): string {
  return uuidv5(`${agencyId}/${idempotencyKey}`, nameSpace);
}
