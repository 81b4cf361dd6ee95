import type { Sql } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { recordObjection } from "../../media-contacts/object.ts";
import { noteBounce } from "../../media-contacts/recipients-sql.ts";
import { findMailContact, noteReturned } from "../mails-sql.ts";
import { readReturnedMail } from "./read-returned-mail.ts";

/** Does what a returned mail says; a second copy of it changes nothing. Returns whether it was about one of our mails. */
export async function takeReturnedMail(
  { sql, ...deps }: { sql: Sql; secrets: SecretCipher; mailbox: string },
  source: Uint8Array,
): Promise<boolean> {
  const { mail, what } = await readReturnedMail(source, deps);
  if (mail === null) return false;
  const { agencyId, id: mailId } = mail;
  if (what.kind === "bounced") {
    const { isHard, status } = what;
    await sql.begin(async (transaction) => {
      const contactId = await noteReturned(transaction, agencyId, { mailId, status });
      if (contactId !== null) await noteBounce(transaction, agencyId, { contactId, isHard });
    });
  }
  if (what.kind === "objection") {
    const contact = await findMailContact(sql, agencyId, mailId);
    const actor = { type: "service", id: null } as const;
    if (contact !== null) await recordObjection(sql, agencyId, { ...contact, how: "link", actor });
  }
  return true;
}
