import type { Queryable } from "../../../floor/db/open.ts";

/** The address word of a release and its client; null for another agency's. */
export async function findReleaseSlug(
  sql: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<{ slug: string; clientId: number } | null> {
  const [row] = await sql<{ slug: string; clientId: number }[]>`
    select slug, client_id as "clientId"
    from release
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
  `;
  return row ?? null;
}

/** The address word of a release, locked until the transaction ends. */
export async function lockReleaseSlug(
  transaction: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<{ slug: string; wasPublished: boolean } | null> {
  const [row] = await transaction<{ slug: string; wasPublished: boolean }[]>`
    select slug, published_at is not null as "wasPublished"
    from release
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
    for update
  `;
  return row ?? null;
}

/**
 * False for a word that was another release's of the client; throws a unique violation for one that is. Exact only behind
 * `lockClient`.
 */
export async function setReleaseSlug(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; pressReleaseId: number; slug: string },
): Promise<boolean> {
  const changed = await transaction`
    update release
    set slug = ${input.slug}, updated_at = now()
    where agency_id = ${agencyId}
      and id = ${input.pressReleaseId}
      and not exists (
        select
        from address_word
        where address_word.agency_id = ${agencyId}
          and address_word.client_id = ${input.clientId}
          and address_word.word = ${input.slug}
          and address_word.release_id <> ${input.pressReleaseId}
      )
  `;
  return changed.count === 1;
}
