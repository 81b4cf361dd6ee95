import type { ZipEntry } from "../../floor/archive-files/zip-stream.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { byteOrderMark, csvLine } from "../../floor/web/csv-line.ts";
import { findAgencySettings } from "../agencies/settings/sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { listClientNames } from "../clients/client-names-sql.ts";
import { localDay } from "../measurement/local-day.ts";
import { type Contact, type ContactAct, getContact, listContacts } from "./contacts.ts";
import { listContactLists } from "./lists-sql.ts";
import { contactName, countryName } from "./rules.ts";

/** Rows decrypted at once: 5 ms, and others have their turn. */
const rowsAtOnce = 500;

/** Columns of a file of contacts, as the import takes them. */
export const contactHeading = [
  ...[
    "Anrede",
    "Titel",
    "Vorname",
    "Nachname",
    "E-Mail",
    "Telefon",
    "Medium",
    "Funktion",
    "Themen",
    "Regionen",
  ],
  ...["Sprache", "Land", "Redaktionell", "Rechtsgrundlage", "Grund", "Tag", "Quelle", "Notiz"],
] as const;
/** What the file says beside them, which the import reads too. */
const furtherHeading = ["Kunden", "Widerspruch"] as const;
const basisWords = {
  legitimate_interest: "Interesse",
  consent: "Einwilligung",
  own_request: "Wunsch",
} as const;

/** In the words of whoever gets the file, who does not know what the dashboard calls a mailing. */
const informedWords = {
  mailing: "eine E-Mail mit einer Pressemitteilung",
  otherwise: "die Agentur selbst",
} as const;

/**
 * All contacts of an agency, or those of `filter`, as CSV that the import reads again. That somebody took them away is noted before the
 * first address is opened, and whether it was all: never by what, since somebody may have searched for an address. What a spreadsheet
 * would run as a formula is defused.
 */
export async function exportContacts(
  sql: Sql,
  agencyId: number,
  { actor, requestId, filter }: { actor: AuditActor; requestId?: string; filter?: Filter },
  secrets: SecretCipher,
): Promise<AsyncGenerator<Uint8Array>> {
  await insertAudit(sql, agencyId, {
    actor,
    action: "media_contacts.exported",
    subject: { type: "agency", id: String(agencyId) },
    details: { isNarrowed: Object.values(filter ?? {}).some((value) => (value ?? null) !== null) },
    ...(requestId === undefined ? {} : { requestId }),
  });
  return linesOf(sql, agencyId, secrets, filter);
}

/** The same as a file of the agency's archive, whose making is noted by itself. */
export function exportedContacts(secrets: SecretCipher) {
  return async function* (sql: Queryable, agencyId: number): AsyncGenerator<ZipEntry> {
    yield { name: "media-contacts.csv", chunks: linesOf(sql, agencyId, secrets) };
  };
}

type Filter = Parameters<typeof listContacts>[2]["filter"];

async function* linesOf(
  sql: Queryable,
  agencyId: number,
  secrets: SecretCipher,
  filter: Filter = { scope: null },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(byteOrderMark + csvLine([...contactHeading, ...furtherHeading]));
  const clientsOf = await clientNamer(sql, agencyId);
  const settings = await findAgencySettings(sql, agencyId);
  const dayOf = (moment: Date) => localDay(moment, settings?.timeZone ?? "UTC");
  let cursor: string | undefined;
  do {
    const page = { filter, limit: rowsAtOnce, cursor };
    const { contacts, nextCursor } = await listContacts(sql, agencyId, page, secrets);
    yield encoder.encode(
      contacts
        .map((contact) =>
          csvLine([...keptCellsOf(contact), ...furtherCellsOf(contact, { clientsOf, dayOf })]),
        )
        .join(""),
    );
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

type ClientNamer = (clientIds: readonly number[] | null) => string;

async function clientNamer(sql: Queryable, agencyId: number): Promise<ClientNamer> {
  const names = new Map(
    (await listClientNames(sql, agencyId, { clientIds: null })).map(({ id, name }) => [id, name]),
  );
  return (ids) => (ids === null ? "alle" : ids.map((id) => names.get(id) ?? `Kunde ${id}`).join(" | "));
}

/** Whoever takes the file elsewhere has to know who must not be written to. */
function furtherCellsOf(
  { clientIds, objectedAt }: Contact,
  { clientsOf, dayOf }: { clientsOf: ClientNamer; dayOf: (moment: Date) => string },
): string[] {
  return [clientsOf(clientIds), objectedAt === null ? "" : dayOf(objectedAt)];
}

/** A spreadsheet makes 421123456 of 0421123456 and of +421123456, and stores it so: an apostrophe keeps what is digits alone. */
function keptCellsOf(contact: Contact): string[] {
  const { phone } = contact;
  return cellsOf(phone !== null && /^[+0]\d+$/.test(phone) ? { ...contact, phone: `'${phone}` } : contact);
}

function cellsOf(contact: Contact): string[] {
  const { addressAs, title, firstName, lastName, email, phone, medium, role, basisReason, basisOn, notes } =
    contact;
  return [
    ...[
      addressAs === null ? "" : addressAs === "ms" ? "Frau" : "Herr",
      title ?? "",
      firstName ?? "",
      lastName ?? "",
    ],
    ...[email ?? "", phone ?? "", medium, role ?? "", wordsCell(contact.topics), wordsCell(contact.regions)],
    ...[contact.language, contact.country, contact.isEditorial ? "ja" : "nein", basisWords[contact.basis]],
    ...[basisReason ?? "", basisOn ?? "", contact.source, notes ?? ""],
  ];
}

/** As the import reads them again: where there is a |, a comma belongs to its word. */
function wordsCell(words: readonly string[]): string {
  const isAmbiguous = words.length === 1 && /[;,]/.test(words[0] ?? "");
  return `${words.join(" | ")}${isAmbiguous ? " |" : ""}`;
}

/** All that an agency holds on one person, to be handed to it (article 15 of the GDPR). Throws `not_found`. */
export async function exportContact(
  sql: Sql,
  agencyId: number,
  { id, scope, actor, requestId }: ContactAct & { id: string },
  secrets: SecretCipher,
): Promise<Record<string, unknown>> {
  const contact = await getContact(sql, agencyId, { id, scope }, secrets);
  const lists = await listContactLists(sql, agencyId, { scope, ids: contact.listIds });
  const clientsOf = await clientNamer(sql, agencyId);
  const isSeen = (clientId: number) => scope === null || scope.includes(clientId);
  await insertAudit(sql, agencyId, {
    actor,
    action: "media_contact.disclosed",
    subject: { type: "media_contact", id },
    ...(requestId === undefined ? {} : { requestId }),
  });
  const cells = cellsOf(contact);
  return {
    Name: contactName(contact),
    ...Object.fromEntries(contactHeading.map((label, index) => [label, cells[index] ?? ""])),
    Land: countryName(contact.country),
    Zweck: "Zusendung von Pressemitteilungen",
    Kunden: clientsOf(contact.clientIds?.filter(isSeen) ?? null),
    Listen: lists.map(({ name }) => name),
    // What others of the agency have to add, for whoever may not see it.
    "Weitere Listen": contact.listIds.length - lists.length,
    "Gespeichert seit": contact.createdAt,
    "Über die Speicherung informiert": contact.informedAt,
    "Informiert durch": contact.informedHow === null ? null : informedWords[contact.informedHow],
    "Zuletzt angeschrieben": contact.mailedAt,
    "Zuletzt geprüft": contact.confirmedAt,
    "Vorübergehend nicht zustellbar": contact.softBounces,
    "Unzustellbar seit": contact.undeliverableAt,
    Widerspruch: contact.objectedAt,
  };
}
