import { textArray } from "../../db/array-literals.ts";
import type { Queryable } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { requireAssets } from "../../media/require-assets.ts";

export type PublishedRelease = { pressReleaseId: number; agencyId: number; clientSlug: string; slug: string };

/**
 * Creates a release of a client and publishes it at once: the operator's way, without approval and without credits.
 * The first of `slugs` that is free within the client's newsroom becomes its address.
 * Throws `not_found` for an unknown client, and `invalid_parameters` when every slug is taken.
 */
export async function publishAtOnce(
  sql: Queryable,
  clientId: number,
  input: {
    title: string;
    bodyMarkdown: string;
    slugs: readonly string[];
    publishedAt: Date | null;
    imageAssetId?: string | null;
    assetIds?: readonly string[];
  },
): Promise<PublishedRelease> {
  const [client] = await sql<{ agencyId: number; slug: string }[]>`
    select agency_id as "agencyId", slug
    from client
    where id = ${clientId}
  `;
  if (client === undefined) throw new ServiceError("not_found", `There is no client ${clientId}.`);
  const { imageAssetId = null, assetIds = [] } = input;
  await requireAssets(sql, client.agencyId, { clientId, imageAssetId, assetIds });
  const [row] = await sql<{ id: number; slug: string }[]>`
    with chosen as (
      select slug
      from unnest(${sql.array([...input.slugs])}::text[]) with ordinality as wanted (slug, place)
      where not exists (
        select
        from release
        where release.agency_id = ${client.agencyId}
          and release.client_id = ${clientId}
          and release.slug = wanted.slug
      )
      order by place
      limit 1
    )
    insert into release (agency_id, client_id, slug, title, body_markdown, image_asset_id, asset_ids, status, published_at)
    select
      ${client.agencyId}, ${clientId}, slug, ${input.title}, ${input.bodyMarkdown}, ${imageAssetId}::uuid,
      ${textArray(assetIds)}::uuid[], 'published',
      coalesce(${input.publishedAt}, now())
    from chosen
    on conflict do nothing
    returning id, slug
  `;
  if (row === undefined) {
    throw new ServiceError(
      "invalid_parameters",
      `The slug ${input.slugs[0]} is taken. Choose another with --slug.`,
    );
  }
  return { pressReleaseId: row.id, agencyId: client.agencyId, clientSlug: client.slug, slug: row.slug };
}
