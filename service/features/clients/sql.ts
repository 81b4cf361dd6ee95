import { fieldReason, ServiceError } from "../../errors.ts";
import { integerArray, textArray } from "../../floor/db/array-literals.ts";
import { holdsWords } from "../../floor/db/holds-words.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { takeAddress, takeFirstAddress } from "../../floor/db/public-address.ts";
import { takenSlug } from "../../floor/web/field-rules.ts";
import { type LegalText, legalSettings } from "./legal-text.ts";
import { columnsOf } from "./newsroom-sql.ts";
import type { ListClientsOutput } from "./schema.ts";

/**
 * Creates a client with its newsroom, in a transaction of yours. The first of `slugs` that is free becomes its address.
 * Throws `not_found` for an unknown agency, and `invalid_parameters` when every slug is taken.
 */
export async function insertClient(
  sql: Queryable,
  agencyId: number,
  input: {
    name: string;
    slugs: readonly string[];
    contactEmail: string | null;
    description?: string;
    imprint?: LegalText | null;
    privacy?: LegalText | null;
  },
): Promise<{ clientId: number; slug: string }> {
  const settings = {
    ...legalSettings(input),
    contactEmail: input.contactEmail,
    boilerplate: input.description ?? "",
  };
  const [agency] = await sql`select id from agency where id = ${agencyId}`;
  if (agency === undefined) throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
  const row = await takeFirstWord(sql, agencyId, input.slugs);
  if (row === null)
    throw new ServiceError(
      "invalid_parameters",
      `The slug ${input.slugs[0]} is taken. Choose another with --slug.`,
      fieldReason("slug", takenSlug.german),
    );
  await sql`
    insert into client (agency_id, id, name, slug)
    values (${agencyId}, ${row.clientId}, ${input.name}, ${row.slug})
  `;
  await sql`
    insert into newsroom ${sql({ agency_id: agencyId, client_id: row.clientId, ...columnsOf(settings) })}
  `;
  return row;
}

export type CreatedClient = { clientId: number; slug: string };

/** The client that was created with this id in the audit, or null. */
export async function findCreatedClient(
  sql: Queryable,
  agencyId: number,
  auditId: string,
): Promise<CreatedClient | null> {
  const [row] = await sql<CreatedClient[]>`
    select c.id as "clientId", c.slug
    from audit
    join client c on c.agency_id = audit.agency_id and c.id::text = audit.subject_id
    where audit.agency_id = ${agencyId}
      and audit.id = ${auditId}
      and audit.action = 'client.created'
  `;
  return row ?? null;
}

/** The id of a new client and the first of `slugs` that nobody has or had; null where all are taken. */
async function takeFirstWord(
  sql: Queryable,
  agencyId: number,
  slugs: readonly string[],
): Promise<{ clientId: number; slug: string } | null> {
  const [row] = await sql<{ clientId: number }[]>`select nextval('client_id_seq')::integer as "clientId"`;
  if (row === undefined) throw new Error("The sequence of clients returned no number.");
  const { clientId } = row;
  const slug = await takeFirstAddress(sql, agencyId, { kind: "newsroom", addresses: slugs, clientId });
  return slug === null ? null : { clientId, slug };
}

export type ClientRow = ListClientsOutput["clients"][number];

/** Clients with an id above `afterId`, whose name contains `query`, whatever the case of its letters. */
export async function listClientRows(
  sql: Queryable,
  agencyId: number,
  input: {
    query: string | null;
    status: ClientRow["status"] | null;
    clientIds: readonly number[] | null;
    afterId: number;
    limit: number;
  },
): Promise<ClientRow[]> {
  return await sql<ClientRow[]>`
    select
      c.id, c.name, c.slug, c.status,
      exists (
        select
        from client_persona p
        where p.agency_id = ${agencyId}
          and p.client_id = c.id
      ) as "hasPersona",
      (
        select count(*)::integer
        from draft d
        where d.agency_id = ${agencyId}
          and d.client_id = c.id
          and d.status in ('draft', 'in_approval', 'changes_requested', 'approved')
      ) as "openDrafts",
      (
        select count(*)::integer
        from approval a
        join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
        where a.agency_id = ${agencyId}
          and d.client_id = c.id
          and a.status = 'pending'
          and a.expires_at > now()
      ) as "pendingApprovals"
    from client c
    where c.agency_id = ${agencyId}
      and c.id > ${input.afterId}
      ${input.clientIds === null ? sql`` : sql`and c.id = any(${integerArray(input.clientIds)}::integer[])`}
      and (${input.status}::text is null or c.status = ${input.status})
      ${holdsWords(sql, sql`c.name`, input.query)}
    order by c.id
    limit ${input.limit}
  `;
}

export type KnownClient = Pick<ClientRow, "name" | "slug" | "status"> & {
  /** Products and other spellings. */
  otherNames: string[];
};

/** Whether the agency has this client, and its status; null for none. */
export async function findClient(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<KnownClient | null> {
  const [row] = await sql<KnownClient[]>`
    select name, slug, status, other_names as "otherNames"
    from client
    where agency_id = ${agencyId}
      and id = ${clientId}
  `;
  return row ?? null;
}

/** Gives the client's newsroom another address word; false for one that is or was another newsroom's. */
export async function setClientSlug(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; slug: string },
): Promise<boolean> {
  const { clientId, slug } = input;
  if (!(await takeAddress(transaction, agencyId, { kind: "newsroom", address: slug, clientId })))
    return false;
  await transaction`
    update client
    set slug = ${input.slug}
    where agency_id = ${agencyId}
      and id = ${input.clientId}
  `;
  return true;
}

/** Names a client anew, or archives it or brings it back; returns what it was before, or null for another agency's. */
export async function updateClientRow(
  transaction: Queryable,
  agencyId: number,
  input: {
    clientId: number;
    name: string | null;
    otherNames: readonly string[] | null;
    status: ClientRow["status"] | null;
  },
): Promise<Omit<KnownClient, "slug"> | null> {
  const [before] = await transaction<Omit<KnownClient, "slug">[]>`
    select name, status, other_names as "otherNames"
    from client
    where agency_id = ${agencyId}
      and id = ${input.clientId}
    for no key update
  `;
  if (before === undefined) return null;
  await transaction`
    update client
    set
      name = coalesce(${input.name}, name),
      other_names = coalesce(${input.otherNames === null ? null : textArray(input.otherNames)}::text[], other_names),
      status = coalesce(${input.status}, status)
    where agency_id = ${agencyId}
      and id = ${input.clientId}
  `;
  return before;
}

/** Whether a text of the client is to appear by itself. */
export async function hasPlannedPublication(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<boolean> {
  const rows = await sql`
    select
    from draft
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and status = 'scheduled'
    limit 1
  `;
  return rows.length > 0;
}

/** The agency's client with this address word, or null. */
export async function findClientBySlug(
  sql: Queryable,
  agencyId: number,
  slug: string,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id
    from client
    where agency_id = ${agencyId}
      and slug = ${slug}
  `;
  return row?.id ?? null;
}

/** Locks a client until the transaction ends, so that what belongs to it can be counted; false for another agency's. */
export async function lockClient(
  transaction: Queryable,
  agencyId: number,
  clientId: number,
): Promise<boolean> {
  const [row] = await transaction`
    select id
    from client
    where agency_id = ${agencyId}
      and id = ${clientId}
    for no key update
  `;
  return row !== undefined;
}
