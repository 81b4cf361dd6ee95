import { integerArray } from "../db/array-literals.ts";
import { decodeCursor } from "../db/cursor.ts";
import type { Sql } from "../db/open.ts";
import { pageOf } from "../db/page-of.ts";
import { uuidPattern } from "../schema.ts";
import type { matchTypes, mediaTypes } from "./schema.ts";

export type ListedMention = {
  id: string;
  medium: string;
  mediaType: (typeof mediaTypes)[number];
  headline: string;
  url: string;
  publishedAt: Date;
  matchType: (typeof matchTypes)[number];
  source: string;
  reach: number | null;
  releaseId: number;
  releaseTitle: string;
  clientName: string;
};

export type MentionOrigin = "imported" | "observed";

const listName = "mentions";
const entriesMax = 50;
/** Larger than every id: a list without cursor begins here. */
const afterEveryId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Mentions of one origin as they came in, newest first, of the named clients or of all. Throws `invalid_cursor`. */
export async function listMentions(
  sql: Sql,
  agencyId: number,
  input: { origin: MentionOrigin; clientIds: readonly number[] | null; cursor?: string | undefined },
): Promise<{ mentions: ListedMention[]; nextCursor: string | null }> {
  const { origin, clientIds, cursor } = input;
  const beforeId = cursor === undefined ? afterEveryId : decodeCursor(listName, cursor, isId);
  const ofClients =
    clientIds === null ? sql`` : sql`and release.client_id = any(${integerArray(clientIds)}::integer[])`;
  const rows = await sql<ListedMention[]>`
    select
      mention.id, medium, media_type as "mediaType", headline, url, mention.published_at as "publishedAt",
      match_type as "matchType", source, reach, release.id as "releaseId", release.title as "releaseTitle",
      client.name as "clientName"
    from media_mention as mention
    join release on release.agency_id = ${agencyId} and release.id = mention.release_id ${ofClients}
    join client on client.agency_id = ${agencyId} and client.id = release.client_id
    where mention.agency_id = ${agencyId}
      and mention.origin = ${origin}
      and mention.id < ${beforeId}
    order by mention.id desc
    limit ${entriesMax + 1}
  `;
  const { items, nextCursor } = pageOf(rows, {
    list: listName,
    limit: entriesMax,
    toItem: (row) => row,
    idOf: ({ id }) => id,
  });
  return { mentions: items, nextCursor };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}
