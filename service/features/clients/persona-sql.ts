import type { Queryable } from "../../floor/db/open.ts";
import type { NewClientContact, Persona, TabooWord } from "./schema.ts";

export type ClientContact = {
  id: string;
  clientId: number;
  name: string;
  role: string | null;
  email: string | null;
  canApprove: boolean;
  /** Has agreed to hear by mail that a release is online. */
  wantsOnlineMail: boolean;
};

export type PersonaRow = Persona & { version: number; updatedAt: Date };

/** Writes the next version of a client's persona and returns its number. */
export async function insertPersona(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; persona: Persona },
): Promise<number> {
  const { persona, clientId } = input;
  const [row] = await sql<{ version: number }[]>`
    insert into client_persona (
      agency_id, client_id, version, language, address_form, tone, style_notes, target_groups, key_messages,
      taboo_words, boilerplate
    )
    select
      ${agencyId}::integer, ${clientId}::integer, coalesce(max(version), 0) + 1, ${persona.language},
      ${persona.addressForm}, ${sql.array(persona.tone)}::text[], ${persona.styleNotes},
      ${sql.json(persona.targetGroups)}, ${sql.array(persona.keyMessages)}::text[],
      ${sql.json(persona.tabooWords)}, ${persona.boilerplate}
    from client_persona
    where agency_id = ${agencyId}
      and client_id = ${clientId}
    returning version
  `;
  if (row === undefined) throw new Error("The insert of a persona returned no row.");
  return row.version;
}

/** The latest version of a client's persona, or null. */
export async function findPersona(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<PersonaRow | null> {
  const [row] = await sql<PersonaRow[]>`
    select
      version, language, tone, boilerplate,
      address_form as "addressForm",
      style_notes as "styleNotes",
      target_groups as "targetGroups",
      key_messages as "keyMessages",
      taboo_words as "tabooWords",
      created_at as "updatedAt"
    from client_persona
    where agency_id = ${agencyId}
      and client_id = ${clientId}
    order by version desc
    limit 1
  `;
  return row ?? null;
}

/** The words that the client's persona wants avoided; none without a persona. */
export async function findTabooWords(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<TabooWord[]> {
  return (await findPersona(sql, agencyId, clientId))?.tabooWords ?? [];
}

/** Registers contacts of a client, in their order, and returns how many: an id that is there stays who it is. */
export async function insertClientContacts(
  sql: Queryable,
  agencyId: number,
  input: {
    clientId: number;
    contacts: readonly (NewClientContact & { id: string; wantsOnlineMail?: boolean })[];
  },
): Promise<number> {
  if (input.contacts.length === 0) return 0;
  const rows = input.contacts.map((contact) => ({
    agency_id: agencyId,
    id: contact.id,
    client_id: input.clientId,
    name: contact.name,
    role: contact.role ?? null,
    email: contact.email ?? null,
    can_approve: contact.canApprove,
    wants_online_mail: contact.wantsOnlineMail ?? false,
  }));
  const inserted =
    await sql`insert into client_contact ${sql([...rows])} on conflict (agency_id, id) do nothing`;
  return inserted.count;
}

/**
 * The contacts of a client, first registered first (ids are in order of time). Those that are held are removed or changed only when the
 * transaction has ended.
 */
export async function listClientContactRows(
  sql: Queryable,
  agencyId: number,
  clientId: number,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<ClientContact[]> {
  return await sql<ClientContact[]>`
    ${clientContacts(sql, agencyId)}
      and client_id = ${clientId}
    order by id
    ${isHeld ? sql`for key share` : sql``}
  `;
}

/** Contacts of clients, without those that were removed. */
export function clientContacts(sql: Queryable, agencyId: number) {
  return sql`
    select
      id, name, role, email,
      client_id as "clientId",
      can_approve as "canApprove",
      wants_online_mail as "wantsOnlineMail"
    from client_contact
    where agency_id = ${agencyId}
      and removed_at is null
  `;
}
