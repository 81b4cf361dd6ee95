import type { Queryable } from "../../floor/db/open.ts";
import type { PublicKey } from "./public-key.ts";
import { opensAgency, type SignInMethod } from "./session-sql.ts";

export type PartnerKind = "oidc" | "handoff";

export type ListedPartner = {
  id: string;
  kind: PartnerKind;
  name: string;
  issuer: string;
  clientId: string | null;
  isRequired: boolean;
  trustsEmail: boolean;
  publicKeyUrl: string | null;
  createdAt: Date;
};

export type OidcPartner = {
  agencyId: number;
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecretEncrypted: Uint8Array;
  /** The issuer names confirmed mail addresses only, whatever it says of `email_verified`. */
  trustsEmail: boolean;
};

export type HandoffPartner = {
  agencyId: number;
  agencyName: string;
  id: string;
  /** Who has the claimed address in this agency; null in the one that is checked in nobody's name. */
  personId: string | null;
  publicKey: PublicKey | null;
  publicKeyUrl: string | null;
};

export type NewPartner = {
  id: string;
  kind: PartnerKind;
  name: string;
  issuer: string;
  clientId: string | null;
  clientSecretEncrypted: Uint8Array | null;
  isRequired: boolean;
  trustsEmail: boolean;
  publicKey: PublicKey | null;
  publicKeyUrl: string | null;
};

/** An agency has one sign-on of its own, and a few portals. */
export const partnersMax = 10;
/** Portals of one issuer that a person may come from: one for each agency of the person. Each costs a check of the signature. */
const handoffPartnersMax = 50;

export type RequiredProvider = { id: string; name: string; agencyName: string };

/** Says `known` where a copy of the same form has added it already, and `full` where the agency has as many as it may. Behind `lockAgency`. */
export async function insertPartner(
  sql: Queryable,
  agencyId: number,
  partner: NewPartner,
): Promise<"added" | "known" | "full"> {
  const inserted = await sql`
    insert into partner (
      agency_id, id, kind, name, issuer, client_id, client_secret_encrypted, is_required, trusts_email, public_key,
      public_key_url
    )
    select
      ${agencyId}::integer, ${partner.id}::uuid, ${partner.kind}, ${partner.name}, ${partner.issuer},
      ${partner.clientId}, ${partner.clientSecretEncrypted}::bytea, ${partner.isRequired}::boolean,
      ${partner.trustsEmail}::boolean,
      ${partner.publicKey === null ? null : sql.json(partner.publicKey)}::jsonb, ${partner.publicKeyUrl}
    where (select count(*) from partner where agency_id = ${agencyId}) < ${partnersMax}
    on conflict (agency_id, id) do nothing
  `;
  if (inserted.count === 1) return "added";
  const known = await sql`select from partner where agency_id = ${agencyId} and id = ${partner.id}`;
  return known.length > 0 ? "known" : "full";
}

export async function listPartners(sql: Queryable, agencyId: number): Promise<ListedPartner[]> {
  return await sql<ListedPartner[]>`
    select
      id, kind, name, issuer,
      client_id as "clientId",
      is_required as "isRequired",
      trusts_email as "trustsEmail",
      public_key_url as "publicKeyUrl",
      created_at as "createdAt"
    from partner
    where agency_id = ${agencyId}
    order by created_at, id
    limit ${partnersMax}
  `;
}

/** A person, and a way to sign in. */
export type WayIn = { personId: string } & Pick<SignInMethod, "method" | "onlyAgencyId">;

/** The providers that agencies of a person require where this way does not open them. */
export async function listRequiredProviders(
  sql: Queryable,
  { personId, method, onlyAgencyId }: WayIn,
): Promise<RequiredProvider[]> {
  return await sql<RequiredProvider[]>`
    select p.id, p.name, a.name as "agencyName"
    from membership m
    join agency a on a.id = m.agency_id
    join partner p on p.agency_id = m.agency_id
    where m.person_id = ${personId}
      and (${onlyAgencyId}::integer is null or m.agency_id = ${onlyAgencyId})
      and a.delete_after is null
      and p.kind = 'oidc'
      and p.is_required
      and not ${opensAgency(sql, sql`${method}::text`)}
    order by a.name, p.created_at, p.id
    limit ${partnersMax}
  `;
}

/** Whether this way opens any agency of the person. */
export async function opensAnyAgency(
  sql: Queryable,
  { personId, method, onlyAgencyId }: WayIn,
): Promise<boolean> {
  const rows = await sql`
    select
    from membership m
    join agency a on a.id = m.agency_id
    where m.person_id = ${personId}
      and (${onlyAgencyId}::integer is null or m.agency_id = ${onlyAgencyId})
      and a.delete_after is null
      and ${opensAgency(sql, sql`${method}::text`)}
    limit 1
  `;
  return rows.length > 0;
}

/** Returns false where the agency has no such provider. */
export async function setTrustsEmail(
  sql: Queryable,
  agencyId: number,
  { id, trustsEmail }: { id: string; trustsEmail: boolean },
): Promise<boolean> {
  const changed = await sql`
    update partner
    set trusts_email = ${trustsEmail}
    where agency_id = ${agencyId}
      and id = ${id}
      and kind = 'oidc'
  `;
  return changed.count === 1;
}

export async function deletePartner(
  sql: Queryable,
  agencyId: number,
  id: string,
): Promise<{ kind: PartnerKind; name: string } | null> {
  const [row] = await sql<{ kind: PartnerKind; name: string }[]>`
    delete from partner
    where agency_id = ${agencyId}
      and id = ${id}
    returning kind, name
  `;
  return row ?? null;
}

/** Found without an agency, because the address of the sign-on only names the partner. */
export async function findOidcPartner(sql: Queryable, id: string): Promise<OidcPartner | null> {
  const [row] = await sql<OidcPartner[]>`
    select
      agency_id as "agencyId", id, name, issuer,
      client_id as "clientId",
      client_secret_encrypted as "clientSecretEncrypted",
      trusts_email as "trustsEmail"
    from partner
    where id = ${id}
      and kind = 'oidc'
  `;
  return row ?? null;
}

/**
 * The portals that name themselves so, in the agencies of whoever has this address: all other agencies together would be more than can
 * be checked. Where nobody has it there is one portal all the same, so that the answer to a forged token takes as long. Each has its own
 * key and speaks for its own agency; the first of each agency goes first, so that no agency fills the list by itself.
 */
export async function findHandoffPartners(
  sql: Queryable,
  { issuer, email }: { issuer: string; email: string | null },
): Promise<HandoffPartner[]> {
  const found = await sql<HandoffPartner[]>`
    select
      p.agency_id as "agencyId", a.name as "agencyName", p.id, m.person_id as "personId",
      p.public_key as "publicKey", p.public_key_url as "publicKeyUrl"
    from partner p
    join agency a on a.id = p.agency_id
    left join person x on x.email = ${email}
    left join membership m on m.agency_id = p.agency_id and m.person_id = x.id
    where p.issuer = ${issuer}
      and p.kind = 'handoff'
      and a.delete_after is null
    order by
      m.person_id is null,
      row_number() over (partition by p.agency_id order by p.created_at, p.id),
      p.created_at,
      p.id
    limit ${handoffPartnersMax}
  `;
  const ofPerson = found.filter(({ personId }) => personId !== null);
  return ofPerson.length > 0 ? ofPerson : found.slice(0, 1);
}

/** Whether an owner could still come in by a passkey where people may only sign in by the partner. */
export async function hasOwnerWithPasskey(sql: Queryable, agencyId: number): Promise<boolean> {
  const rows = await sql`select from agency a where a.id = ${agencyId} and ${hasWayBack(sql)}`;
  return rows.length > 0;
}

/** Those of these agencies that require a provider and have no owner with a passkey. */
export async function listWithoutWayBack(
  sql: Queryable,
  agencyIds: readonly number[],
): Promise<{ name: string }[]> {
  return await sql<{ name: string }[]>`
    select a.name
    from agency a
    where a.id = any(${sql.array([...agencyIds])}::integer[])
      and exists (select from partner r where r.agency_id = a.id and r.is_required)
      and not ${hasWayBack(sql)}
    order by a.name, a.id
    limit 1
  `;
}

function hasWayBack(sql: Queryable) {
  return sql`exists (
    select
    from membership m
    where m.agency_id = a.id
      and m.role = 'owner'
      and exists (select from passkey k where k.person_id = m.person_id)
  )`;
}

/** The person of this agency with the address; null for anybody else. */
export async function findMemberByEmail(
  sql: Queryable,
  agencyId: number,
  email: string,
): Promise<{ personId: string; agencyName: string } | null> {
  const [row] = await sql<{ personId: string; agencyName: string }[]>`
    select p.id as "personId", a.name as "agencyName"
    from person p
    join membership m on m.person_id = p.id
    join agency a on a.id = m.agency_id
    where p.email = ${email}
      and m.agency_id = ${agencyId}
  `;
  return row ?? null;
}
