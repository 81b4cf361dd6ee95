import { type AuditActor, insertAudit } from "../audit/sql.ts";
import type { Sql } from "../db/open.ts";
import { listAgencyIds } from "./person-sql.ts";
import { printedLinkValidMinutes } from "./rules.ts";
import { issueSignInLink, type SignInLink } from "./sign-in.ts";

/**
 * Makes a link to hand over by other ways than mail; null for an address of nobody who could get into an agency. Whoever opens it is
 * signed in as that person, so each of the person's agencies finds it in its log.
 */
export async function printSignInLink(
  sql: Sql,
  email: string,
  actor: AuditActor,
): Promise<SignInLink | null> {
  const link = await issueSignInLink(sql, email, { validMinutes: printedLinkValidMinutes });
  if (link === null) return null;
  const { personId } = link;
  const act = { actor, action: "person.link_printed", subject: { type: "person", id: personId } };
  const agencyIds = await listAgencyIds(sql, personId);
  await Promise.all(agencyIds.map((agencyId) => insertAudit(sql, agencyId, act)));
  return link;
}
