import { integerArray } from "../../floor/db/array-literals.ts";
import { afterEveryUuid, isUuid, limitForPeople, listPage } from "../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { isStored } from "./import/stored-sql.ts";
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

const list = {
  name: "mentions",
  isKey: isPosition,
  keyOf: ({ id, importId }: { id: string; importId: string | null }) => `${importId ?? noId} ${id}`,
  limitDefault: limitForPeople,
};
/** Stands for "no import" in the cursor. It is smaller than every id, so it sorts first. */
const noId = "00000000-0000-0000-0000-000000000000";

/**
 * Mentions of one origin as they came in, newest first, of the named clients or of all; those of one file together. Throws
 * `invalid_cursor`.
 */
export async function listMentions(
  sql: Sql,
  agencyId: number,
  input: { origin: MentionOrigin; clientIds: readonly number[] | null; cursor?: string | undefined },
): Promise<{ mentions: ListedMention[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(list, { cursor: input.cursor }, ({ after, rowsMax }) =>
    readMentions(sql, agencyId, { ...input, after: after ?? `${afterEveryUuid} ${afterEveryUuid}`, rowsMax }),
  );
  return { mentions: items, nextCursor };
}

async function readMentions(
  sql: Sql,
  agencyId: number,
  input: { origin: MentionOrigin; clientIds: readonly number[] | null; after: string; rowsMax: number },
) {
  const { origin, clientIds, rowsMax } = input;
  const [beforeImport = "", beforeId = ""] = input.after.split(" ");
  const ofClients =
    clientIds === null ? sql`` : sql`and release.client_id = any(${integerArray(clientIds)}::integer[])`;
  // A file that is being stored may have a million rows: its range of the index is stepped over, not read.
  const beingStored = sql`coalesce(
    (select id from insight_import where agency_id = ${agencyId} and state in ('storing', 'given_up')),
    ${noId}
  )`;
  const range = (side: ReturnType<Queryable>) => sql`
    (
      select mention.*
      from media_mention as mention
      join release on release.agency_id = ${agencyId} and release.id = mention.release_id ${ofClients}
      where mention.agency_id = ${agencyId}
        and mention.origin = ${origin}
        and ${side}
        and ${isStored(sql, agencyId, "mention")}
      order by mention.import_id desc, mention.id desc
      limit ${rowsMax}
    )
  `;
  const listed =
    origin === "observed"
      ? range(sql`mention.import_id is null and mention.id < ${beforeId}`)
      : sql`
          ${range(sql`(mention.import_id, mention.id) < (${beforeImport}, ${beforeId}) and mention.import_id > ${beingStored}`)}
          union all
          ${range(sql`(mention.import_id, mention.id) < (${beforeImport}, ${beforeId}) and mention.import_id < ${beingStored}`)}
        `;
  return await sql<(ListedMention & { importId: string | null })[]>`
    select
      mention.id, medium, media_type as "mediaType", headline, url, mention.published_at as "publishedAt",
      match_type as "matchType", source, reach, release.id as "releaseId", release.title as "releaseTitle",
      client.name as "clientName", mention.import_id as "importId"
    from (${listed}) as mention
    join release on release.agency_id = ${agencyId} and release.id = mention.release_id
    join client on client.agency_id = ${agencyId} and client.id = release.client_id
    order by mention.import_id desc, mention.id desc
    limit ${rowsMax}
  `;
}

/** The import and the row of the last entry; observed ones have no import. */
function isPosition(value: unknown): value is string {
  const ids = typeof value === "string" ? value.split(" ") : [];
  return ids.length === 2 && ids.every(isUuid);
}
