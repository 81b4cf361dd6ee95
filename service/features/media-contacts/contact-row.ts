import { foldText } from "../../floor/db/word-patterns.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { firstCharacters } from "../../floor/strings/first-characters.ts";
import type { ContactFields } from "./schema.ts";
import { addressKey, sealPart } from "./sealed-contact.ts";

/** A contact by its columns; encrypted bytes in hexadecimal. */
export type ContactRow = ReturnType<typeof contactRow>;

/** Length of a sort key. Lists are ordered by it and cursors hold one, so it bounds the cursor. */
export const sortCharactersMax = 120;

/** The row of a contact, its address and what only people read sealed for it alone. */
export function contactRow(
  secrets: SecretCipher,
  { agencyId, id }: { agencyId: number; id: string },
  fields: ContactFields,
) {
  const { email, phone, notes, firstName, lastName, medium, role, topics, regions } = fields;
  const ref = { agencyId, id };
  const hex = (part: "email" | "phone" | "notes", text: string | null) => {
    const sealed = sealPart(secrets, ref, part, text);
    return sealed === null ? null : Buffer.from(sealed).toString("hex");
  };
  const sortName = [lastName ?? medium, firstName ?? ""].join(" ").trim();
  return {
    id,
    client_ids: fields.clientIds,
    address_key: addressKey(secrets, agencyId, email),
    email: hex("email", email),
    phone: hex("phone", phone),
    notes: hex("notes", notes),
    address_as: fields.addressAs,
    title: fields.title,
    first_name: firstName,
    last_name: lastName,
    medium,
    role,
    topics,
    regions,
    language: fields.language,
    country: fields.country,
    is_editorial: fields.isEditorial,
    basis: fields.basis,
    basis_reason: fields.basisReason,
    basis_on: fields.basisOn,
    source: fields.source,
    sort_key: firstCharacters(foldText(sortName), sortCharactersMax),
    search_text: foldText(
      [firstName, lastName, medium, role, ...topics, ...regions].filter(Boolean).join(" "),
    ),
  };
}
