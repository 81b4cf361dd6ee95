import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import {
  deleteUnsaved,
  findUnsaved,
  type TypedFields,
  type TypedIn,
  type UnsavedOf,
  upsertUnsaved,
} from "./unsaved-sql.ts";

export type { TypedFields, TypedIn, UnsavedOf } from "./unsaved-sql.ts";

/** Octets of one state as JSON: a text of full length with all other fields. */
const unsavedBytesMax = 1_000_000;
/** Of an agency: two hundred texts of full length that nobody has saved. */
const unsavedBytesPerAgencyMax = 200_000_000;

type Whose = { personId: string; of: UnsavedOf };
export type UnsavedText = { fields: TypedFields; savedAt: Date };

/**
 * Keeps what a person has typed, over what it had typed before. It is no version, nobody else reads it, and no audit tells of it.
 * Throws `payload_too_large`, `asset_limit_reached` where the agency's states take too much room, and `version_conflict` where another
 * window of the person wrote on: with `typedIn` null that one is overwritten.
 */
export async function keepUnsavedText(
  sql: Sql,
  agencyId: number,
  { fields, typedIn = null, ...whose }: Whose & { fields: TypedFields; typedIn?: TypedIn | null },
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
  const input = { ...whose, fields: kept, bytes, agencyBytesMax: unsavedBytesPerAgencyMax, typedIn };
  const savedAt = await upsertUnsaved(sql, agencyId, input);
  if (savedAt !== null) return { fields: kept, savedAt };
  if (typedIn !== null && (await isElsewhere(sql, agencyId, { ...whose, typedIn })))
    throw refusal("version_conflict", {
      german:
        "Diesen Text haben Sie auch in einem anderen Fenster offen und dort weitergeschrieben. Was hier steht, ist noch nicht gesichert.",
      english: "Another window of this person wrote on.",
    });
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

/**
 * Forgets it: with `typedIn`, because that window saved it or took it back, and what another one holds stays; else because the person wants
 * it gone.
 */
export async function dropUnsavedText(
  sql: Queryable,
  agencyId: number,
  whose: Whose & { typedIn?: TypedIn | null },
): Promise<void> {
  await deleteUnsaved(sql, agencyId, whose);
}

async function isElsewhere(
  sql: Queryable,
  agencyId: number,
  { typedIn, ...whose }: Whose & { typedIn: TypedIn },
): Promise<boolean> {
  const found = await findUnsaved(sql, agencyId, whose);
  return (
    found !== null &&
    found.windowId !== typedIn.windowId &&
    !(typedIn.shownAt && found.savedAt <= typedIn.shownAt)
  );
}

/** PostgreSQL's JSON takes no NUL, and no field of the form does. */
function withoutNul(fields: TypedFields): TypedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, texts]) => [name, texts.map((text) => text.replaceAll("\0", ""))]),
  );
}
