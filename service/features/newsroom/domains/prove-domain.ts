import { resolveTxt } from "node:dns/promises";
import { fieldReason, ServiceError } from "../../../errors.ts";
import { settleWithin } from "../../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { TargetRules } from "../../../floor/outbound/check-target.ts";
import { getPinned } from "../../../floor/outbound/get-pinned.ts";
import type { AuditActor } from "../../audit/sql.ts";
import { touchNewsroom } from "../../clients/newsroom-sql.ts";
import { noteDomain, unknownDomain } from "./change-domains.ts";
import { normalHost, proofName, proofPath, proofRecord } from "./rules.ts";
import { type DomainRow, findDomain, setDomainProven, takeHost } from "./sql.ts";
import { type DomainView, domainView } from "./view.ts";

/** The proof has to end within this time, because a person waits for its answer at a form. */
const proofTimeoutMs = 8_000;
/** The token has 43 characters; a page that is larger is something else. */
const pageBytesMax = 1_024;
/** Names carry a handful of records; each has at most 255 bytes in a part. */
const recordsMax = 100;

export type ProveDeps = {
  actor: AuditActor;
  /** Which addresses may be asked for the page. */
  targetRules: TargetRules;
  /** Takes the place of the system's resolver. */
  resolveTxt?: (name: string) => Promise<string[][]>;
  /** Where the page of a host is asked for, in place of its usual ports. */
  originsOf?: (host: string) => string[];
};

/**
 * Looks for the proof of a claim, by DNS and by HTTP at once. A proven domain is the newsroom's address from now on.
 * Throws `not_found`, `domain_not_proven` with what was looked for, and `domain_taken` where another newsroom has proven it.
 */
export async function proveDomain(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; host: string },
  deps: ProveDeps,
): Promise<DomainView> {
  const { clientId } = input;
  const host = normalHost(input.host) ?? "";
  const domain = await findDomain(sql, agencyId, { clientId, host });
  if (domain === null) throw unknownDomain();
  if (domain.provenAt !== null) return domainView(domain);
  const provenBy = await findProof(domain, deps);
  if (provenBy === null) throw notProven(domain);
  return await sql.begin(async (transaction) => {
    if (!(await takeHost(transaction, agencyId, { clientId, host }))) throw taken(host);
    const proven = await setDomainProven(transaction, agencyId, { id: domain.id, provenBy });
    if (proven === null) throw unknownDomain();
    await touchNewsroom(transaction, agencyId, clientId);
    await noteDomain(transaction, agencyId, { action: "domain.proven", clientId, host, actor: deps.actor });
    return domainView(proven);
  });
}

async function findProof(domain: DomainRow, deps: ProveDeps): Promise<"dns" | "http" | null> {
  const [isInDns, isOnPage] = await Promise.all([hasRecord(domain, deps), hasPage(domain, deps)]);
  if (isInDns) return "dns";
  return isOnPage ? "http" : null;
}

async function hasRecord({ host, token }: DomainRow, deps: ProveDeps): Promise<boolean> {
  try {
    const asked = (deps.resolveTxt ?? resolveTxt)(proofName(host));
    const late = () => new Error("The name server has not answered in time.");
    const records = await settleWithin(asked, { timeoutMs: proofTimeoutMs, late });
    return records.slice(0, recordsMax).some((parts) => parts.join("").trim() === proofRecord(token));
  } catch {
    return false;
  }
}

async function hasPage(domain: DomainRow, deps: ProveDeps): Promise<boolean> {
  const origins = (deps.originsOf ?? usualOrigins)(domain.host);
  const found = await Promise.all(origins.map((origin) => isTokenAt(origin, domain, deps)));
  return found.includes(true);
}

/** Plain HTTP is tried too: the guard lets it through to ranges that the operator named, and refuses it elsewhere. */
function usualOrigins(host: string): string[] {
  return [`https://${host}`, `http://${host}`];
}

async function isTokenAt(origin: string, { token }: DomainRow, { targetRules }: ProveDeps): Promise<boolean> {
  try {
    const { status, body } = await getPinned(origin + proofPath, {
      answerBytesMax: pageBytesMax,
      rules: targetRules,
      timeoutMs: proofTimeoutMs,
    });
    return status === 200 && new TextDecoder().decode(body).trim() === token;
  } catch {
    return false;
  }
}

function notProven(domain: DomainRow): ServiceError {
  const { proof } = domainView(domain);
  return new ServiceError(
    "domain_not_proven",
    `No proof was found, neither a TXT record at ${proof.txtName} nor the token at ${proof.pageUrl}. Set what \`newsroom domain list\` shows, and try again.`,
    fieldReason(
      "host",
      "Der Nachweis ist noch nicht zu finden. Neue DNS-Einträge brauchen bis zu einer Stunde.",
    ),
  );
}

function taken(host: string): ServiceError {
  return new ServiceError(
    "domain_taken",
    `Another newsroom has proven ${host}. It has to be removed there first; the operator can do that with \`newsroom domain remove\`.`,
    fieldReason("host", "Diese Domain gehört schon zu einem anderen Newsroom."),
  );
}
