import type { Sql } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { recordBounce, recordObjection } from "../../media-contacts/object.ts";
import { findMailContact, isWaiting, noteReturned } from "../mails-sql.ts";
import { readReturnedMail } from "./read-returned-mail.ts";

/** `early`: the mail that it is about still waits by its row, so it has to be read once more. `foreign` stays for people to read. */
export type Taken = "taken" | "foreign" | "early";

/** Does what a returned mail says; a second copy of it changes nothing. */
export async function takeReturnedMail(
  { sql, ...deps }: { sql: Sql; secrets: SecretCipher; mailbox: string },
  source: Uint8Array,
): Promise<Taken> {
  const { mail, what } = await readReturnedMail(source, deps);
  if (mail === null) return "foreign";
  const { agencyId, id: mailId } = mail;
  if (what.kind === "bounced") {
    const { bounce, status } = what;
    return await sql.begin(async (transaction) => {
      // Some servers answer before the sender has noted that the mail is out.
      if (await isWaiting(transaction, agencyId, mailId)) return "early";
      const contact = await noteReturned(transaction, agencyId, { mailId, status });
      if (contact !== null && bounce !== null)
        await recordBounce(transaction, agencyId, { ...contact, bounce });
      return "taken";
    });
  }
  if (what.kind === "objection") {
    const contact = await findMailContact(sql, agencyId, mailId);
    // Whom the mail went to is forgotten after some months: somebody has to read who objects, and enter it.
    if (contact === null) return "foreign";
    const actor = { type: "service", id: null } as const;
    await recordObjection(sql, agencyId, { ...contact, how: "link", actor });
  }
  // Somebody wrote in words of their own, perhaps to be left alone.
  return what.kind === "other" ? "foreign" : "taken";
}
