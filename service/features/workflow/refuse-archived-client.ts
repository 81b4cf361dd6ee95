import type { Queryable } from "../../floor/db/open.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import { findClient } from "../clients/sql.ts";

/** Refuses what only a client with an open newsroom can have: pages for readers, and those on which contacts decide. */
export async function refuseArchivedClient(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<void> {
  if ((await findClient(sql, agencyId, clientId))?.status === "active") return;
  throw refusal("release_status_conflict", {
    german: "Der Kunde ist archiviert, sein Newsroom ist nicht zu sehen. Holen Sie ihn zuerst zurück.",
    english: "The client is archived, so nobody would see its newsroom. Bring it back first.",
  });
}
