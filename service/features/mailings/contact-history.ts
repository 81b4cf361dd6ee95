import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { type ContactAct, getContact } from "../media-contacts/contacts.ts";
import { exportContact } from "../media-contacts/export-contacts.ts";
import {
  type ContactMail,
  disclosedRowsMax,
  historyRowsMax,
  listContactMails,
  listMediumClippings,
  type MediumClipping,
} from "./contact-history-sql.ts";

/** With the reason in German. */
type ToldMail = Omit<ContactMail, "error"> & { failure: string | null };

/** Which press mails a contact got, what came back, and what its medium wrote about the releases in them; the latest `limit` of each. */
export async function readContactHistory(
  sql: Queryable,
  agencyId: number,
  input: Pick<ContactAct, "scope"> & { contactId: string; medium: string; limit?: number },
): Promise<{ mails: ToldMail[]; clippings: MediumClipping[] }> {
  const { contactId, medium, scope, limit = historyRowsMax } = input;
  const mails = await listContactMails(sql, agencyId, { contactId, scope, limit });
  const told = mails.map(({ error, ...mail }) => ({ ...mail, failure: failureText(error) }));
  const sent = mails.filter(({ status }) => status === "sent");
  const releaseIds = [...new Set(sent.flatMap(({ releaseId }) => releaseId ?? []))];
  return { mails: told, clippings: await listMediumClippings(sql, agencyId, { medium, releaseIds, limit }) };
}

/** Why a mail did not arrive, in words; null where it did. */
export function failureText(error: string | null): string | null {
  if (error === null) return null;
  const [, returned] = /^RETURNED (.+)$/.exec(error) ?? [];
  if (returned !== undefined) return `zurückgekommen (${returned})`;
  const [, status, bounce] = /^\S+ (\d{3})(?: (hard|soft))?$/.exec(error) ?? [];
  const code = status === undefined ? "" : ` (${status})`;
  if (bounce === "hard") return `Dieses Postfach gibt es nicht${code}.`;
  if (bounce === "soft") return `Das Postfach hat die Mail nicht angenommen${code}.`;
  if (error === "TOO_LATE" || error === "PREPARATION") return "Der Dienst kam nicht rechtzeitig dazu.";
  return `Der Mailserver hat die Mail nicht angenommen${code}.`;
}

export const mailStateWords = {
  waiting: "noch nicht verschickt",
  sent: "verschickt",
  cancelled: "nicht verschickt",
  failed: "nicht zustellbar",
} as const;

/** All that an agency holds on one person, to be handed to it (article 15 of the GDPR). It is noted. Throws `not_found`. */
export async function discloseContact(
  sql: Sql,
  agencyId: number,
  { id, scope, ...act }: ContactAct & { id: string },
  secrets: SecretCipher,
): Promise<Record<string, unknown>> {
  const { medium } = await getContact(sql, agencyId, { id, scope }, null);
  const about = await exportContact(sql, agencyId, { id, scope, ...act }, secrets);
  // The person has a right to all of it, whichever clients the one who hands it over may see.
  const { mails, clippings } = await readContactHistory(sql, agencyId, {
    contactId: id,
    medium,
    scope: null,
    limit: disclosedRowsMax,
  });
  return {
    ...about,
    "Pressemitteilungen per E-Mail": mails.map(({ subject, releaseTitle, status, failure, at }) => ({
      ...{ Betreff: subject, Meldung: releaseTitle, Stand: mailStateWords[status], Grund: failure, Zeit: at },
    })),
    "Beiträge Ihres Mediums zu diesen Meldungen": clippings.map(
      ({ headline, url, publishedAt, publishedOn }) => ({
        ...{ Überschrift: headline, Adresse: url, Erschienen: publishedOn ?? publishedAt },
      }),
    ),
  };
}
