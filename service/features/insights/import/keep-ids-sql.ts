import type { Queryable } from "../../../floor/db/open.ts";
import { movingEvidence } from "../evidence/sql.ts";

type Removed = { id: string; release_id: number; item_hash: string };
type Pair = { from: string; to: string };

/**
 * Removes clippings that an import has replaced, and gives their ids to those that took their place: reports, links and open pages name a
 * clipping by its id, and a service sends a file each day. Returns how many were removed. Call it in a transaction, from the statement on
 * that makes the import count.
 */
export async function removeReplacedMentions(
  transaction: Queryable,
  agencyId: number,
  { importId, rowsMax }: { importId: string; rowsMax: number },
): Promise<number> {
  const removed = await transaction<Removed[]>`
    delete from media_mention
    where agency_id = ${agencyId}
      and id = any (array(
        select id from media_mention where agency_id = ${agencyId} and superseded_by = ${importId} limit ${rowsMax}
      ))
    returning id, release_id, encode(item_hash, 'hex') as item_hash
  `;
  if (removed.length > 0) await handOnIds(transaction, agencyId, { importId, removed });
  return removed.length;
}

async function handOnIds(
  transaction: Queryable,
  agencyId: number,
  { importId, removed }: { importId: string; removed: readonly Removed[] },
): Promise<void> {
  const pairs = await transaction<Pair[]>`
    select mention.id as "from", given.id as "to"
    from jsonb_to_recordset(${transaction.json([...removed])}) as given (id uuid, release_id integer, item_hash text)
    join media_mention as mention
      on mention.agency_id = ${agencyId}
      and mention.release_id = given.release_id
      and mention.origin = 'imported'
      and mention.item_hash = decode(given.item_hash, 'hex')
      and mention.import_id = ${importId}
      and mention.superseded_by is null
    order by mention.id
    for update of mention
  `;
  if (pairs.length === 0) return;
  await movingEvidence(transaction, agencyId, {
    pairs,
    work: () => renameMentions(transaction, agencyId, pairs),
  });
}

async function renameMentions(
  transaction: Queryable,
  agencyId: number,
  pairs: readonly Pair[],
): Promise<void> {
  const moved = transaction`jsonb_to_recordset(${transaction.json([...pairs])}) as pair ("from" uuid, "to" uuid)`;
  await transaction`
    update media_mention as mention
    set id = pair."to"
    from ${moved}
    where mention.agency_id = ${agencyId}
      and mention.id = pair."from"
  `;
  await transaction`
    update media_mention as mention
    set merged_into = pair."to"
    from ${moved}
    where mention.agency_id = ${agencyId}
      and mention.merged_into = pair."from"
  `;
}
