import type { Queryable } from "../../../floor/db/open.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { contentColumns } from "../drafts/sql.ts";

export type PageFacts = {
  agencyName: string;
  timeZone: string;
  clientSlug: string;
  publishedAt: Date | null;
  content: DraftContent;
};

/** What the page of an approval shows beside the approval itself: always the version that it is bound to. */
export async function findPageFacts(
  sql: Queryable,
  agencyId: number,
  input: { draftId: string; version: number },
): Promise<PageFacts | null> {
  const [row] = await sql<(Omit<PageFacts, "content"> & DraftContent)[]>`
    select
      y.name as "agencyName",
      y.time_zone as "timeZone",
      c.slug as "clientSlug",
      r.published_at as "publishedAt",
      ${contentColumns(sql)}
    from draft_version v
    join draft d on d.agency_id = v.agency_id and d.id = v.draft_id
    join client c on c.agency_id = d.agency_id and c.id = d.client_id
    join agency y on y.id = v.agency_id
    left join release r on r.agency_id = d.agency_id and r.id = d.release_id
    where v.agency_id = ${agencyId}
      and v.draft_id = ${input.draftId}
      and v.version = ${input.version}
  `;
  if (row === undefined) return null;
  const { agencyName, timeZone, clientSlug, publishedAt, ...content } = row;
  return { agencyName, timeZone, clientSlug, publishedAt, content };
}
