import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import type { Queryable } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { requireAssets } from "../../media/require-assets.ts";
import { keptReleaseWord } from "../../newsroom/address-sql.ts";
import { noDetails, type ReleaseDetails } from "../drafts/release-details.ts";
import { refuseMissingImprint } from "./refuse-missing-imprint.ts";

export type PublishedRelease = {
  pressReleaseId: number;
  agencyId: number;
  clientSlug: string;
  ownHost: string | null;
  slug: string;
};

/**
 * Creates a release of a client and publishes it at once: the operator's way, without approval and without credits.
 * The first of `slugs` that is free within the client's newsroom becomes its address.
 * Throws `not_found` for an unknown client, `imprint_missing`, and `invalid_parameters` when every slug is taken.
 */
export async function publishAtOnce(
  sql: Queryable,
  clientId: number,
  input: {
    title: string;
    bodyMarkdown: string;
    slugs: readonly string[];
    publishedAt: Date | null;
    subtitle?: string | null;
    language?: string;
    keywords?: readonly string[];
    details?: ReleaseDetails;
  },
): Promise<PublishedRelease> {
  const { subtitle = null, language = "de", keywords = [], details = noDetails } = input;
  const [client] = await sql<{ agencyId: number; slug: string; ownHost: string | null }[]>`
    select agency_id as "agencyId", slug, ${ownHostColumn(sql)} as "ownHost"
    from client c
    where id = ${clientId}
  `;
  if (client === undefined) throw new ServiceError("not_found", `There is no client ${clientId}.`);
  await refuseMissingImprint(sql, client.agencyId, clientId);
  await requireAssets(sql, client.agencyId, { clientId, ...details });
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
      and not exists (${keptReleaseWord(sql, client.agencyId, clientId)})
      order by place
      limit 1
    )
    insert into release (
      agency_id, client_id, slug, title, subtitle, body_markdown, language, keywords, place, topics, image_asset_id, asset_ids,
      translation_of, status, published_at, updated_at
    )
    select
      ${client.agencyId}, ${clientId}, slug, ${input.title}, ${subtitle}, ${input.bodyMarkdown}, ${language},
      ${sql.array([...keywords])}::text[], ${details.dateline}, ${sql.array(details.topics)}::text[], ${details.imageAssetId}::uuid,
      ${sql.array(details.assetIds)}::uuid[], ${details.translationOf}::integer, 'published',
      coalesce(${input.publishedAt}, now()), coalesce(${input.publishedAt}, now())
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
  const { agencyId, slug: clientSlug, ownHost } = client;
  return { pressReleaseId: row.id, agencyId, clientSlug, ownHost, slug: row.slug };
}
