import { randomBytes } from "node:crypto";
import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { touchNewsroom } from "../../clients/newsroom-sql.ts";
import { findClient, lockClient } from "../../clients/sql.ts";
import { unknownClient } from "../../clients/unknown-client.ts";
import { hostProblem, normalHost, ownServiceHostProblem } from "./rules.ts";
import { deleteDomain, insertDomain, listDomainRows } from "./sql.ts";
import { type DomainView, domainView } from "./view.ts";

/** One that is used, and a few that lead to it or wait for their proof. */
const domainsMax = 10;
const tokenBytes = 32;

/**
 * Claims a host for a client's newsroom and says how to prove it; a claim that is there already is shown again.
 * `serviceHosts` are the service's own names. Throws `not_found` and `validation_error` (field `host`).
 */
export async function addDomain(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; host: string },
  { actor, serviceHosts }: { actor: AuditActor; serviceHosts: readonly string[] },
): Promise<DomainView> {
  const host = normalHost(input.host);
  if (host === null) return refuseFields([hostProblem]);
  if (serviceHosts.some((own) => nameOf(own) === host)) return refuseFields([ownServiceHostProblem]);
  const { clientId } = input;
  return await sql.begin(async (transaction) => {
    // Locked, so that two at once are counted one after the other.
    if (!(await lockClient(transaction, agencyId, clientId))) throw unknownClient();
    const token = randomBytes(tokenBytes).toString("base64url");
    const row = await insertDomain(transaction, agencyId, { clientId, host, token, domainsMax });
    if (row === null) {
      return refuseFields([
        {
          field: "host",
          german: `Ein Newsroom kann höchstens ${domainsMax} Domains haben. Bitte entfernen Sie zuerst eine.`,
          english: `a newsroom has at most ${domainsMax} domains. Remove one first.`,
        },
      ]);
    }
    if (row.token === token)
      await noteDomain(transaction, agencyId, { action: "domain.added", clientId, host, actor });
    return domainView(row);
  });
}

/** Gives a host up; its pages are then at the next proven one, or below `/newsroom/` again. Throws `not_found`. */
export async function removeDomain(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; host: string },
  actor: AuditActor,
): Promise<{ clientId: number; host: string }> {
  const { clientId } = input;
  const host = normalHost(input.host) ?? "";
  return await sql.begin(async (transaction) => {
    const removed = await deleteDomain(transaction, agencyId, { clientId, host });
    if (removed === null) throw unknownDomain();
    await touchNewsroom(transaction, agencyId, clientId);
    await noteDomain(transaction, agencyId, { action: "domain.removed", clientId, host, actor });
    return { clientId, host };
  });
}

/** The domains of a newsroom, oldest first, each with what proves it; at most `domainsMax`. Throws `not_found`. */
export async function listDomains(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<{ domains: DomainView[] }> {
  if ((await findClient(sql, agencyId, clientId)) === null) throw unknownClient();
  return { domains: (await listDomainRows(sql, agencyId, clientId)).map(domainView) };
}

export async function noteDomain(
  transaction: Queryable,
  agencyId: number,
  input: {
    action: "domain.added" | "domain.proven" | "domain.removed";
    clientId: number;
    host: string;
    actor: AuditActor;
  },
): Promise<void> {
  const { action, actor, clientId, host } = input;
  await insertAudit(transaction, agencyId, {
    actor,
    action,
    subject: { type: "client", id: String(clientId) },
    details: { host },
  });
}

export function unknownDomain(): ServiceError {
  return new ServiceError(
    "not_found",
    "The newsroom has no such domain. Add it first, or see `newsroom domain list`.",
  );
}

/** Hosts may be configured with a port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "");
}
