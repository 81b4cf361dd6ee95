import { addContact } from "../../../service/features/media-contacts/contacts.ts";
import type { ContactFields } from "../../../service/features/media-contacts/schema.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";

export const secretKey = new Uint8Array(32).fill(7);
export const secrets = createSecretCipher(secretKey);
export const operator = { type: "operator", id: null } as const;
/** Somebody who sees all clients. */
export const act = { scope: null, actor: operator };

let made = 0;

/** A journalist of a German paper, whom nothing keeps from getting mails. */
export function contactFields(changes: Partial<ContactFields> = {}): ContactFields {
  made += 1;
  return {
    ...{ clientIds: null, email: `redaktion${made}@zeitung.example`, addressAs: "ms", title: null },
    ...{
      firstName: "Ada",
      lastName: `Ahrens ${made}`,
      medium: "Weser-Kurier",
      role: "Redakteurin",
      phone: null,
    },
    ...{ topics: ["Logistik"], regions: ["Bremen"], language: "de", country: "DE", isEditorial: true },
    ...{
      basis: "legitimate_interest",
      basisReason: null,
      basisOn: null,
      source: "Impressum der Zeitung",
      notes: null,
    },
    ...changes,
  };
}

export async function createContact(
  sql: Sql,
  agencyId: number,
  changes: Partial<ContactFields> & { listIds?: string[] } = {},
): Promise<{ id: string; email: string }> {
  const { listIds = [], ...own } = changes;
  const fields = contactFields(own);
  const id = await addContact(sql, agencyId, { ...act, fields, listIds }, secrets);
  return { id, email: fields.email };
}
