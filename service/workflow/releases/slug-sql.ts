import type { Queryable } from "../../db/open.ts";

/** The address word of a release; null for another agency's. */
export async function findReleaseSlug(
  sql: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<string | null> {
  const [row] = await sql<{ slug: string }[]>`
    select slug
    from release
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
  `;
  return row?.slug ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockReleaseSlug(
  transaction: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<{ slug: string; clientId: number; wasPublished: boolean } | null> {
  const [row] = await transaction<{ slug: string; clientId: number; wasPublished: boolean }[]>`
    select slug, client_id as "clientId", published_at is not null as "wasPublished"
    from release
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
    for update
  `;
  return row ?? null;
}

/** Throws a unique violation for a word that is or was another release's of the client. */
export async function setReleaseSlug(
  transaction: Queryable,
  agencyId: number,
  input: { pressReleaseId: number; slug: string },
): Promise<void> {
  await transaction`
    update release
    set slug = ${input.slug}, updated_at = now()
    where agency_id = ${agencyId}
      and id = ${input.pressReleaseId}
  `;
}
