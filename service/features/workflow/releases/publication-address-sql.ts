import type { Queryable } from "../../../floor/db/open.ts";
import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import { findFreeReleaseWord } from "../../newsroom/address-sql.ts";
import type { NewsroomAddress } from "../../newsroom/paths.ts";
import type { WholeDraft } from "../drafts/read-draft.ts";
import { releaseSlugs } from "./publish-draft.ts";

/** Where a draft would appear at this moment: its release's own word, or the first that is free. */
export async function findPublicationAddress(
  sql: Queryable,
  agencyId: number,
  { id, clientId, content, release }: Pick<WholeDraft, "id" | "clientId" | "content" | "release">,
): Promise<NewsroomAddress & { newsroomName: string; slug: string }> {
  const slugs = releaseSlugs(content);
  const [[client], free] = await Promise.all([
    sql<(NewsroomAddress & { newsroomName: string })[]>`
      select c.name as "newsroomName", c.slug as "clientSlug", ${ownHostColumn(sql)} as "ownHost"
      from client c
      where c.agency_id = ${agencyId}
        and c.id = ${clientId}
    `,
    findFreeReleaseWord(sql, agencyId, { clientId, draftId: id, slugs }),
  ]);
  if (client === undefined) throw new Error("The client of a draft is not there.");
  // As at publication: a release whose publication was stopped gets a new word, from its present title.
  const isKept = release !== null && release.status !== "approved";
  return { ...client, slug: isKept ? release.slug : (free ?? slugs[0] ?? "") };
}
