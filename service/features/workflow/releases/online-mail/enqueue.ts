import type { Queryable } from "../../../../floor/db/open.ts";
import { enqueueMails } from "../../../../floor/mail/outbox/sql.ts";
import { listClientContactRows } from "../../../clients/persona-sql.ts";
import { onlineMail } from "./online-mails.ts";

/**
 * Tells the contacts of a client who agreed to it that a release is online, in the transaction that publishes it or later. Each gets
 * one mail for a release, however often it is published; one that could not go, as while the client was archived, is made anew. Returns how
 * many mails were made.
 */
export async function enqueueOnlineMails(
  sql: Queryable,
  agencyId: number,
  { clientId, releaseId }: { clientId: number; releaseId: number },
): Promise<number> {
  const contacts = await listClientContactRows(sql, agencyId, clientId);
  const mails = contacts
    .filter(({ wantsOnlineMail, email }) => wantsOnlineMail && email !== null)
    .map(({ id }) => ({ aboutId: id, once: String(releaseId), details: [releaseId] }));
  if (mails.length === 0) return 0;
  const again = { pause: sql`interval '100 years'` };
  return await enqueueMails(sql, agencyId, { kind: onlineMail, mails, again });
}
