import type { JSONValue } from "postgres";
import { textArray } from "../../../floor/db/array-literals.ts";
import { asIso } from "../../../floor/db/as-iso.ts";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import { endRow, type Leased, leasedTable, putOffRow } from "../../../floor/queues/leased-rows.ts";
import { insertAudit } from "../../audit/sql.ts";
import { isCounted } from "../import/stored-sql.ts";
import type { Comparison } from "./schema.ts";

/** After the first look one a week for four weeks: until then media correct and remove what they will. */
const looksMax = 5;
const lookEveryMs = 7 * 24 * 3600 * 1000;

/** Clippings whose page is to be read: for the first time, or again. */
export const evidenceQueue = leasedTable({
  name: "evidence",
  table: "mention_evidence",
  due: "due_at",
  // Three times what the requests of a look and the comparison may take: a lease ends only when its process is gone or hangs.
  leaseMs: 60_000,
  columns: (sql) => sql`claimed.looks`,
});

export type ClaimedLook = Leased & { looks: number };

/** Of many clippings at once the latest are compared: those of older reports change no more. */
const atOnceMax = 1_000;

/**
 * Has the pages of clippings read soon, for the first time or because address or release are others now: of these, of all that an import
 * has brought, or of all of before. Passed over are those without a release or an address, rejected ones, and all of an agency that wants
 * no pages read. Call it in the transaction that writes the clippings or makes them count.
 */
export async function enqueueEvidence(
  transaction: Queryable,
  agencyId: number,
  mentions: readonly string[] | { importId: string } | "earlier",
): Promise<void> {
  const latest = (which: ReturnType<Queryable>) => transaction`in (
    select id
    from media_mention
    where agency_id = ${agencyId}
      and (select reads_articles from agency where id = ${agencyId})
      and release_id is not null
      and ${isCounted(transaction, agencyId, "media_mention")}
      ${which}
    order by published_at desc
    limit ${atOnceMax}
  )`;
  const chosen =
    mentions === "earlier"
      ? latest(transaction``)
      : "importId" in mentions
        ? latest(transaction`and import_id = ${mentions.importId}`)
        : transaction`= any(${textArray(mentions)}::uuid[])`;
  const isSame = transaction`((known.url, known.release_id) = (excluded.url, excluded.release_id))`;
  await writeWork(
    transaction,
    { queue: evidenceQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      insert into mention_evidence as known (agency_id, id, url, release_id, due_at)
      select mention.agency_id, mention.id, mention.url, mention.release_id, now()
      from media_mention as mention
      join agency on agency.id = ${agencyId} and agency.reads_articles
      where mention.agency_id = ${agencyId}
        and mention.id ${chosen}
        and mention.release_id is not null
        and mention.url ~ '^https?://'
        and mention.state <> 'rejected'
      on conflict (agency_id, id) do update
      set
        url = excluded.url, release_id = excluded.release_id,
        comparison = case when ${isSame} then known.comparison end,
        compared_at = case when ${isSame} then known.compared_at end,
        changed_at = case when ${isSame} then known.changed_at end,
        gone_since = case when ${isSame} then known.gone_since end,
        outcome = case when ${isSame} then known.outcome end,
        looks = case when ${isSame} then known.looks else 0 end,
        -- Citus refuses now() here.
        due_at = excluded.due_at, lease_token = null
      -- Looks end early where pages may not be read, or the clipping is rejected: they go on when that is over.
      where not ${isSame} or (known.due_at is null and known.looks < ${looksMax})
      returning due_at as "dueAt"
    `,
  );
}

/**
 * Gives clippings the evidence of those whose place they take, where page and release are the same, and the match type that comes from
 * it. It is a copy, because the others count until the import ends. Call it in the transaction that stores the clippings.
 */
export async function copyEvidence(
  transaction: Queryable,
  agencyId: number,
  successors: readonly { from: string; to: string }[],
): Promise<void> {
  const copied = await writeWork(
    transaction,
    { queue: evidenceQueue, agencyId },
    (inner) => inner<{ id: string; matchType: string | null; dueAt: Date | null }[]>`
      insert into mention_evidence as copied (
        agency_id, id, url, release_id, comparison, compared_at, changed_at, gone_since, outcome, looks, due_at
      )
      select
        mention.agency_id, mention.id, e.url, e.release_id, e.comparison, e.compared_at, e.changed_at, e.gone_since, e.outcome, e.looks,
        e.due_at
      from jsonb_to_recordset(${inner.json([...successors])}) as successor ("from" uuid, "to" uuid)
      join mention_evidence as e on e.agency_id = ${agencyId} and e.id = successor."from"
      join media_mention as mention
        on mention.agency_id = ${agencyId}
        and mention.id = successor."to"
        and (mention.url, mention.release_id) = (e.url, e.release_id)
      returning copied.id, copied.comparison ->> 'matchType' as "matchType", copied.due_at as "dueAt"
    `,
  );
  const compared = copied.flatMap(({ id, matchType }) => (matchType === null ? [] : { id, matchType }));
  if (compared.length === 0) return;
  await transaction`
    update media_mention as mention
    set match_type = compared."matchType", match_type_by = 'comparison'
    from jsonb_to_recordset(${transaction.json(compared)}) as compared (id uuid, "matchType" text)
    where mention.agency_id = ${agencyId}
      and mention.id = compared.id
      and mention.match_type_by is null
  `;
}

/** Gives clippings other ids by `work`, and takes their evidence along: it can't be where its clipping is not. */
export async function movingEvidence(
  transaction: Queryable,
  agencyId: number,
  { pairs, work }: { pairs: readonly { from: string; to: string }[]; work: () => Promise<void> },
): Promise<void> {
  const idsNow = new Map(pairs.map(({ from, to }) => [from, to]));
  const rows = await transaction<{ id: string; [column: string]: JSONValue }[]>`
    delete from mention_evidence
    where agency_id = ${agencyId}
      and id = any(${textArray([...idsNow.keys()])}::uuid[])
    returning *
  `;
  await work();
  const moved = rows.map(({ id, ...row }) => ({ ...row, id: idsNow.get(id) ?? id }));
  await transaction`
    insert into mention_evidence
    select * from jsonb_populate_recordset(null::mention_evidence, ${transaction.json(moved)})
  `;
}

/**
 * Notes what a look saw, and when the next one is due. A text that was read for the first time, or has changed, says what the clipping
 * is, unless a person has said so since.
 */
export async function finishLook(
  sql: Queryable,
  look: ClaimedLook,
  { outcome, comparison }: { outcome: string; comparison: Comparison | null },
): Promise<void> {
  // Passed in, because Citus refuses now() inside a case that is written.
  const now = new Date();
  await inTransaction(sql, async (transaction) => {
    const found =
      comparison === null
        ? transaction`
            gone_since = case when ${outcome} = 'not_found' and comparison is not null then coalesce(gone_since, ${now}::timestamptz) else gone_since end
          `
        : transaction`
            changed_at = case
              when comparison ->> 'articleSha256' <> ${comparison.articleSha256} then ${now}::timestamptz
              else changed_at
            end,
            comparison = ${transaction.json(comparison)},
            compared_at = now(),
            gone_since = null
          `;
    const set = transaction`${found}, outcome = ${outcome}, looks = looks + 1`;
    // Clipping before evidence, as whoever corrects it has them: in the other order the two would wait for each other.
    await transaction`select from media_mention where agency_id = ${look.agencyId} and id = ${look.id} for no key update`;
    const isLast = look.looks + 1 >= looksMax;
    const isHeld = isLast
      ? await endRow(transaction, evidenceQueue, look, set)
      : await putOffRow(transaction, evidenceQueue, look, { delayMs: lookEveryMs, set });
    if (isHeld && comparison !== null) await setMatchType(transaction, look, comparison);
  });
}

async function setMatchType(
  transaction: Queryable,
  { agencyId, id, looks }: ClaimedLook,
  { matchType }: Comparison,
): Promise<void> {
  const [changed] = await transaction<{ before: string }[]>`
    update media_mention as mention
    set match_type = ${matchType}, match_type_by = 'comparison'
    from (
      select id, match_type
      from media_mention
      where agency_id = ${agencyId} and id = ${id}
    ) as known
    where mention.agency_id = ${agencyId}
      and mention.id = known.id
      and (${looks === 0} or mention.match_type_by is distinct from 'person')
      and (mention.match_type, mention.match_type_by) is distinct from (${matchType}, 'comparison')
    returning known.match_type as before
  `;
  if (changed === undefined) return;
  await insertAudit(transaction, agencyId, {
    actor: { type: "service", id: null },
    action: "clipping.compared",
    subject: { type: "clipping", id },
    details: { before: { matchType: changed.before }, after: { matchType } },
  });
}

/** The evidence of the row `table` of clippings as `MentionEvidence`, or null. Whoever has page and release can count it again. */
export function evidenceColumn(sql: Queryable, agencyId: number, table: string) {
  return sql`
    (
      select
        e.comparison
        || jsonb_strip_nulls(jsonb_build_object(
          'changedAt', ${asIso(sql, "e.changed_at")},
          'goneSince', ${asIso(sql, "e.gone_since")}
        ))
        || jsonb_build_object('provenance', jsonb_build_object(
          'origin', 'observed',
          'source', substring(e.url from '^https?://([^/?#]+)'),
          'method', 'Vergleich der Wörter von Beitrag und Meldung, Fassung ' || (e.comparison ->> 'algorithm'),
          'observedAt', ${asIso(sql, "e.compared_at")},
          'confidence', 'high'
        ))
      from mention_evidence as e
      where e.agency_id = ${agencyId}
        and e.id = ${sql(table)}.id
        and (e.url, e.release_id) = (${sql(table)}.url, ${sql(table)}.release_id)
        and e.comparison is not null
    )
  `;
}
