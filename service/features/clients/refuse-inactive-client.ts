import { ServiceError } from "../../errors.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import { findClient } from "./sql.ts";

/** Of an archived client nothing is shown, so nothing new is written, asked for, sent or published. Throws `not_found` and `validation_error`. */
export async function refuseInactiveClient(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<void> {
  const client = await findClient(sql, agencyId, clientId);
  if (client === null)
    throw new ServiceError("not_found", "There is no such client. Ask list_clients for the ids.");
  if (client.status !== "active")
    throw refusal("validation_error", {
      german: "Der Kunde ist archiviert. Holen Sie ihn zuerst zurück.",
      english: "The client is archived. Bring it back, or choose an active one.",
    });
}
