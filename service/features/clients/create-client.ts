import { v7 as uuidv7 } from "uuid";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { emailProblem, lineProblem } from "../../floor/web/field-rules.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { lockAgency } from "../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { listMembersAddresses } from "./contact-sql.ts";
import { membersAddress } from "./contacts.ts";
import { type LegalText, legalSettings } from "./legal-text.ts";
import { charactersMaxOf, settingProblems } from "./newsroom-settings.ts";
import { completePersona } from "./persona-rules.ts";
import { insertClientContacts, insertPersona } from "./persona-sql.ts";
import { type NewClientContact, nameCharactersMax, type PersonaFile } from "./schema.ts";
import { type CreatedClient, findCreatedClient, insertClient } from "./sql.ts";

export type NewClient = {
  name: string;
  /** The first that is free becomes the address of the newsroom. */
  slugs: readonly string[];
  persona: PersonaFile | null;
  /** The press contact of the newsroom, and where approval requests go unless the persona file says otherwise or it is of the team. */
  contactEmail: string | null;
  /** Without an imprint nothing can be published. */
  imprint?: LegalText | null;
  privacy?: LegalText | null;
  /** Of the form that asks for it: the same again creates nobody. The entry of the audit has it, as clients have numbers. */
  formId?: string;
};

/**
 * Creates a client with its newsroom, persona and contacts, all or nothing.
 * Throws `not_found` for an unknown agency, `invalid_parameters` when every slug is taken (field `slug`), and `validation_error`
 * with the fields that are wrong.
 */
export async function createClient(
  sql: Sql,
  agencyId: number,
  input: NewClient,
  actor: AuditActor = { type: "operator", id: null },
): Promise<CreatedClient & { isNew: boolean }> {
  const { name, contactEmail, formId } = input;
  const [slug] = input.slugs;
  refuseFields([
    lineProblem("name", name, { min: 1, max: nameCharactersMax }),
    ...settingProblems({ slug, contactEmail, ...legalSettings(input) }),
    ...(input.persona?.contacts ?? []).map(({ email }) =>
      email === undefined ? null : emailProblem("contacts", email),
    ),
  ]);
  return await sql.begin(async (transaction) => {
    if (formId !== undefined) {
      // The copies of a form take turns.
      await lockAgency(transaction, agencyId);
      const known = await findCreatedClient(transaction, agencyId, formId);
      if (known !== null) return { ...known, isNew: false };
    }
    const created = await insertAll(transaction, agencyId, input);
    await insertAudit(transaction, agencyId, {
      ...(formId !== undefined && { id: formId }),
      actor,
      action: "client.created",
      subject: { type: "client", id: String(created.clientId) },
      details: { name, slug: created.slug },
    });
    return { ...created, isNew: true };
  });
}

async function insertAll(transaction: Queryable, agencyId: number, input: NewClient): Promise<CreatedClient> {
  const created = await insertClient(transaction, agencyId, { ...input, description: aboutOf(input) });
  const { clientId } = created;
  if (input.persona !== null) {
    await insertPersona(transaction, agencyId, { clientId, persona: completePersona(input.persona) });
  }
  const contacts = (await approvingContacts(transaction, agencyId, input)).map((contact) => ({
    ...contact,
    id: uuidv7(),
  }));
  await insertClientContacts(transaction, agencyId, { clientId, contacts });
  return created;
}

/**
 * The contacts of `contactsOf`, of whom none that approves is of the agency's own side: an address of the team stays the press contact of the
 * newsroom alone, where it made the person who writes the client that approves. Throws `validation_error` for one in the persona file.
 */
async function approvingContacts(
  transaction: Queryable,
  agencyId: number,
  input: NewClient,
): Promise<NewClientContact[]> {
  const named = (input.persona?.contacts ?? []).filter(({ canApprove }) => canApprove);
  const asked = [input.contactEmail, ...named.map(({ email }) => email)].filter(
    (email) => typeof email === "string",
  );
  const members = await listMembersAddresses(transaction, agencyId, asked);
  const isOfTeam = (email: string) => members.includes(email);
  if (named.some(({ email }) => email !== undefined && isOfTeam(email)))
    refuseFields({ ...membersAddress, field: "contacts" });
  const { contactEmail } = input;
  return contactsOf({
    ...input,
    contactEmail: contactEmail !== null && isOfTeam(contactEmail) ? null : contactEmail,
  });
}

/** The boilerplate stands on the newsroom's pages too, unless it is longer than they have room for. */
function aboutOf({ persona }: NewClient): string {
  const boilerplate = persona?.boilerplate ?? "";
  return [...boilerplate].length <= charactersMaxOf("boilerplate") ? boilerplate : "";
}

/**
 * The persona file names contacts; `--contact-email` is the address of the first of them who may approve and has none.
 * With nobody who may approve, the address itself becomes a contact, named by its office, since names are shown to agents.
 */
function contactsOf({ name, persona, contactEmail }: NewClient): NewClientContact[] {
  const contacts = persona?.contacts ?? [];
  if (contactEmail === null) return contacts;
  const addressless = contacts.find((contact) => contact.canApprove && contact.email === undefined);
  if (addressless !== undefined) {
    return contacts.map((contact) =>
      contact === addressless ? { ...contact, email: contactEmail } : contact,
    );
  }
  if (contacts.some((contact) => contact.canApprove)) return contacts;
  const office = firstCharacters(`Pressestelle ${name}`, 200);
  return [...contacts, { name: office, role: "Freigabe", canApprove: true, email: contactEmail }];
}
