import type { Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { listAgencyIds, setPersonName } from "./person-sql.ts";

/**
 * Changes what a person is called, in all its agencies: each finds it in its log. The names themselves stay out of there, because the log
 * outlives the person. Null for none: then the mail address stands in its place.
 */
export async function renamePerson(
  sql: Sql,
  input: { personId: string; name: string | null },
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await setPersonName(transaction, input))) return;
    const act = { actor, action: "person.renamed", subject: { type: "person", id: input.personId } };
    const agencyIds = await listAgencyIds(transaction, input.personId);
    await Promise.all(agencyIds.map((agencyId) => insertAudit(transaction, agencyId, act)));
  });
}
