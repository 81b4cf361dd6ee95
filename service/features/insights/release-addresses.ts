import type { Queryable } from "../../floor/db/open.ts";
import { newsroomUrl, releaseUrl } from "../newsroom/paths.ts";

/** What pages of a release and of its newsroom are called: by today's words first, then by those of before, which lead on to them. */
export type CalledBy = {
  clientSlugs: string[];
  slugs: string[];
  /** The newsroom's own domains. */
  ownHosts: string[];
};

/** Words and domains that an address had; each makes one more to look for. */
const earlierMax = 10;

/** The columns of `CalledBy` for the release `r` and its client `c`. */
export function calledByColumns(sql: Queryable, agencyId: number) {
  const earlier = (isOf: ReturnType<Queryable>) => sql`array(
    select w.word
    from address_word w
    where w.agency_id = ${agencyId}
      and w.client_id = c.id
      and ${isOf}
    order by w.id desc
    limit ${earlierMax}
  )`;
  return sql`
    array_prepend(c.slug, ${earlier(sql`w.release_id is null`)}) as "clientSlugs",
    array_prepend(r.slug, ${earlier(sql`w.release_id = r.id`)}) as slugs,
    array(
      select d.host
      from newsroom_domain d
      where d.agency_id = ${agencyId}
        and d.client_id = c.id
        and d.proven_at is not null
      limit ${earlierMax}
    ) as "ownHosts"
  `;
}

/** All addresses under which an article may name a release, or its newsroom. */
export function addressesOf(
  publicUrl: string,
  { clientSlugs, slugs, ownHosts }: CalledBy,
): { release: string[]; newsroom: string[] } {
  const newsrooms = [
    ...clientSlugs.map((clientSlug) => ({ clientSlug, ownHost: null })),
    ...ownHosts.map((ownHost) => ({ clientSlug: "", ownHost })),
  ];
  return {
    release: newsrooms.flatMap((address) => slugs.map((slug) => releaseUrl(publicUrl, address, slug))),
    newsroom: newsrooms.map((address) => newsroomUrl(publicUrl, address)),
  };
}
