import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import { requireAssets } from "../../media/require-assets.ts";
import { findFreeReleaseWord } from "../../newsroom/address-sql.ts";
import { contentFields } from "../drafts/content-fields-sql.ts";
import { noDetails, type ReleaseDetails } from "../drafts/release-details.ts";
import { refuseMissingImprint } from "./refuse-missing-imprint.ts";

export type PublishedRelease = {
  pressReleaseId: number;
  agencyId: number;
  clientSlug: string;
  ownHost: string | null;
  slug: string;
  publishedAt: Date;
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
    /** It appeared elsewhere, and is here from now on. */
    isMovedIn?: boolean;
  },
): Promise<PublishedRelease> {
  const { subtitle = null, language = "de", keywords = [], details = noDetails, isMovedIn = false } = input;
  const [client] = await sql<{ agencyId: number; slug: string; ownHost: string | null }[]>`
    select agency_id as "agencyId", slug, ${ownHostColumn(sql)} as "ownHost"
    from client c
    where id = ${clientId}
  `;
  if (client === undefined) throw new ServiceError("not_found", `There is no client ${clientId}.`);
  await refuseMissingImprint(sql, client.agencyId, clientId);
  await requireAssets(sql, client.agencyId, { clientId, ...details });
  const { agencyId } = client;
  const { names, values } = contentFields(sql, {
    ...{ title: input.title, subtitle, bodyMarkdown: input.bodyMarkdown, language, keywords: [...keywords] },
    ...{ seoTitle: null, seoDescription: null, ...details },
  });
  const free = await findFreeReleaseWord(sql, agencyId, { clientId, draftId: null, slugs: input.slugs });
  const [row] = await sql<{ id: number; slug: string; publishedAt: Date }[]>`
    insert into release (
      agency_id, client_id, slug, ${names}, place, status, published_at, updated_at, moved_in_at
    )
    select
      agency_id, id, ${free}, ${values}, ${details.dateline}, 'published',
      coalesce(${input.publishedAt}::timestamptz, now()), coalesce(${input.publishedAt}::timestamptz, now()),
      case when ${isMovedIn}::boolean then now() end
    from client
    where agency_id = ${agencyId}
      and id = ${clientId}
      and ${free}::text is not null
    on conflict do nothing
    returning id, slug, published_at as "publishedAt"
  `;
  if (row === undefined) {
    throw new ServiceError(
      "invalid_parameters",
      `The slug ${input.slugs[0]} is taken. Choose another with --slug.`,
    );
  }
  const { slug: clientSlug, ownHost } = client;
  const { id: pressReleaseId, slug, publishedAt } = row;
  return { pressReleaseId, agencyId, clientSlug, ownHost, slug, publishedAt };
}
