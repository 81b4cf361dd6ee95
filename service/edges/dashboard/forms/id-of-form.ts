import { v5 as uuidv5 } from "uuid";

/** Chosen once at random, as RFC 9562 wants of a name space. */
const nameSpace = "6d0d3a8e-9a53-4f0e-8d0b-3f3f2c9a7c51";

/** The id of what a form makes: the same for each copy of one form, and never another agency's. */
export function idOfForm(agencyId: number, idempotencyKey: string): string {
  return uuidv5(`${agencyId}/${idempotencyKey}`, nameSpace);
}

/** Of a version 7 UUID, as our pages draw it into a form: its time and its version. */
const timePattern = /^[\da-f]{8}-[\da-f]{4}-7/i;

/**
 * The same for what is listed by its id: it begins with the time at which the form was drawn, or a new row stood anywhere in the list. With
 * `values`: who goes back in the browser and sends other ones has sent the same key, and means another thing.
 */
export function timedIdOfForm(agencyId: number, idempotencyKey: string, values: unknown): string {
  const id = idOfForm(agencyId, `${idempotencyKey}/${JSON.stringify(values)}`);
  const [time = ""] = timePattern.exec(idempotencyKey) ?? [];
  return time.toLowerCase() + id.slice(time.length);
}
