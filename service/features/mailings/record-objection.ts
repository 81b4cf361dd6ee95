import type { Sql } from "../../floor/db/open.ts";
import { recordObjection } from "./contacts-stub.ts";
import { noteEvent } from "./sql.ts";

/** Objects for whom a mail went to, and counts it for its mailing; a second time changes nothing. */
export async function recordMailObjection(
  sql: Sql,
  agencyId: number,
  { mailingId, contact }: { mailingId: string; contact: { id: string; addressKey: string } },
): Promise<void> {
  const actor = { type: "service", id: null } as const;
  await recordObjection(sql, agencyId, { addressKey: contact.addressKey, how: "link", actor });
  await noteEvent(sql, agencyId, { mailingId, contactId: contact.id, kind: "objected" });
}
