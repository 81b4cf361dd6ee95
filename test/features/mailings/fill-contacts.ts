import { v7 as uuidv7 } from "uuid";
import { addressKey, sealPart } from "../../../service/features/media-contacts/sealed-contact.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { secrets } from "../media-contacts/support.ts";
import type { Desk } from "./support.ts";

/** Addresses at this many domains, as those of a large list are. */
const domainsCount = 500;
const rowsAtOnce = 1_000;

/** Contacts of the desk's list, each with an address of its own. */
export async function fillContacts(
  sql: Sql,
  { agencyId, listId }: Pick<Desk, "agencyId" | "listId">,
  count: number,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => {
    const id = uuidv7();
    const email = `redaktion-${number}@zeitung-${number % domainsCount}.example`;
    return {
      ...{ agency_id: agencyId, id, address_key: addressKey(secrets, agencyId, email) },
      email_encrypted: sealPart(secrets, { agencyId, id }, "email", email),
      ...{ medium: `Zeitung ${number % domainsCount}`, language: "de", country: "DE", is_editorial: true },
      ...{
        basis: "legitimate_interest",
        basis_reason: "Thema",
        source: "Impressum",
        sort_key: "",
        search_text: "",
      },
    };
  });
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await sql`insert into media_contact ${sql(rows.slice(first, first + rowsAtOnce))}`;
  await sql`
    insert into media_contact_list_member (agency_id, list_id, contact_id)
    select agency_id, ${listId}, id from media_contact where agency_id = ${agencyId}`;
}
