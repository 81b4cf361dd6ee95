import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import {
  deleteUnsaved,
  findUnsaved,
  type TypedFields,
  type UnsavedOf,
  upsertUnsaved,
} from "./unsaved-sql.ts";

export type { TypedFields, UnsavedOf } from "./unsaved-sql.ts";

/** Octets of one state as JSON: a text of full length with all other fields. */
const unsavedBytesMax = 1_000_000;
/** Of an agency: two hundred texts of full length that nobody has saved. */
const unsavedBytesPerAgencyMax = 200_000_000;

type Whose = { personId: string; of: UnsavedOf };
export type UnsavedText = { fields: TypedFields; savedAt: Date };

/**
 * Keeps what a person has typed, over what it had typed before. It is no version, nobody else reads it, and no audit tells of it.
 * Throws `payload_too_large`, and `asset_limit_reached` where the agency's states take too much room.
 */
export async function keepUnsavedText(
  sql: Sql,
  agencyId: number,
  { fields, ...whose }: Whose & { fields: TypedFields },
): Promise<UnsavedText> {
  const kept = withoutNul(fields);
  const bytes = Buffer.byteLength(JSON.stringify(kept));
  if (bytes > unsavedBytesMax) {
    throw refusal("payload_too_large", {
      german: "Der Text ist größer als 1 MB und lässt sich so weder zwischenspeichern noch speichern.",
      english: "The unsaved text is over 1 MB.",
      facts: { bytes, bytesMax: unsavedBytesMax },
    });
  }
  const input = { ...whose, fields: kept, bytes, agencyBytesMax: unsavedBytesPerAgencyMax };
  const savedAt = await upsertUnsaved(sql, agencyId, input);
  if (savedAt !== null) return { fields: kept, savedAt };
  throw refusal("asset_limit_reached", {
    german:
      "Ihre Agentur hat zu viele Texte, die noch niemand gespeichert hat (zusammen 200 MB). Bitte speichern Sie diesen Text jetzt selbst.",
    english: "The agency's unsaved texts take up all the room that there is for them.",
    facts: { bytes, bytesMax: unsavedBytesPerAgencyMax },
  });
}

/** What the person has typed of a text and not saved; null where there is nothing. */
export async function readUnsavedText(
  sql: Queryable,
  agencyId: number,
  whose: Whose,
): Promise<UnsavedText | null> {
  return await findUnsaved(sql, agencyId, whose);
}

/** Forgets it, because it was saved or the person wants it gone. */
export async function dropUnsavedText(sql: Queryable, agencyId: number, whose: Whose): Promise<void> {
  await deleteUnsaved(sql, agencyId, whose);
}

/** PostgreSQL's JSON takes no NUL, and no field of the form does. */
function withoutNul(fields: TypedFields): TypedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, texts]) => [name, texts.map((text) => text.replaceAll("\0", ""))]),
  );
}
