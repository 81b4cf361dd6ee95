import type { Queryable } from "../../floor/db/open.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import { listWithoutWayBack } from "./partner-sql.ts";

/**
 * Throws `validation_error` where one of these agencies lets people in by its provider alone and has no owner with a passkey any more:
 * once the provider fails, its secret expired say, nobody would get in. Called after the change, in its transaction, with the agencies
 * locked.
 */
export async function keepWayBack(
  transaction: Queryable,
  agencyIds: readonly number[],
  first: { german: string; english: string },
): Promise<void> {
  const [agency] = await listWithoutWayBack(transaction, agencyIds);
  if (agency === undefined) return;
  throw refusal("validation_error", {
    german: `Sonst hat in ${agency.name} kein Inhaber mehr einen Passkey, und niemand kommt hinein, wenn die Anmeldung über den Anbieter ausfällt. ${first.german}`,
    english: `No owner of ${agency.name} would have a passkey, the way back if the provider fails. ${first.english}`,
  });
}
