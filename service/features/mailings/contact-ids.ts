import type { Queryable } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { readMailAddress } from "../../floor/web/mail-address.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { listContactKeys } from "../media-contacts/recipients-sql.ts";
import { addressKey } from "../media-contacts/sealed-contact.ts";

/** The contacts that have these addresses. Throws `validation_error` for one that nobody of the agency's has. */
export async function findContactIds(
  sql: Queryable,
  agencyId: number,
  addresses: readonly string[],
  secrets: SecretCipher,
): Promise<string[]> {
  const keys = addresses.map((address) => addressKey(secrets, agencyId, readMailAddress(address) ?? ""));
  const rows = await listContactKeys(sql, agencyId, keys);
  const known = new Set(rows.map(({ key }) => key));
  const missing = addresses.find((_address, index) => !known.has(keys[index] ?? ""));
  if (missing !== undefined)
    refuseFields({
      field: "addresses",
      german: `${missing} steht nicht im Verteiler. Legen Sie den Kontakt zuerst dort an.`,
      english: "holds an address that is no contact's.",
    });
  return rows.map(({ id }) => id);
}
