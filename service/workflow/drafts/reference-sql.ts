import type { Queryable } from "../../db/open.ts";

/** A published release of a client as an original of translations, or null. */
export async function findOriginal(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; pressReleaseId: number },
): Promise<{ language: string; translationOf: number | null } | null> {
  const [row] = await sql<{ language: string; translationOf: number | null }[]>`
    select language, translation_of as "translationOf"
    from release
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and id = ${input.pressReleaseId}
      and status = 'published'
  `;
  return row ?? null;
}
