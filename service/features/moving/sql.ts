import {
  afterEveryUuid,
  byUuid,
  limitForPeople,
  listPage,
  type PageInput,
} from "../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { writeWork } from "../../floor/queues/announce-work.ts";
import { type Leased, leasedTable } from "../../floor/queues/leased-rows.ts";
import type { AuditActor } from "../audit/sql.ts";
import type { CountedMove, Move, MoveFault, MoveState } from "./schema.ts";

export type ClaimedMove = Leased &
  Pick<Move, "clientId" | "source" | "feedUrl" | "fileName" | "state" | "fault"> & {
    actor: AuditActor;
    attempts: number;
    checkedEntries: number;
    checkedMs: number;
    pictureBytes: number;
  };

/** Files that are being read or moved in. */
export const moveQueue = leasedTable({
  name: "moves",
  table: "newsroom_move",
  due: "due_at",
  // After a crash a move goes on this much later.
  leaseMs: 60_000,
  onClaim: (sql) => sql`attempts = claimed.attempts + 1`,
  columns: (sql) => sql`
    claimed.client_id as "clientId", claimed.source, claimed.feed_url as "feedUrl", claimed.file_name as "fileName",
    claimed.state, claimed.fault, claimed.actor,
    claimed.attempts, claimed.picture_bytes as "pictureBytes",
    claimed.checked_entries as "checkedEntries", claimed.checked_ms as "checkedMs"
  `,
});

/** One that goes on without pictures keeps that as its fault. */
function columns(sql: Queryable) {
  return sql`
    m.id, m.client_id as "clientId", m.source, m.feed_url as "feedUrl", m.file_name as "fileName", m.state,
    case when m.state = 'failed' then m.fault end as fault, m.created_at as "createdAt", counts.ready, counts.taken, counts."left"
  `;
}

function counts(sql: Queryable) {
  return sql`
    cross join lateral (
      select
        (count(*) filter (where t.state = 'ready'))::integer as ready,
        (count(*) filter (where t.state = 'taken'))::integer as taken,
        (count(*) filter (where t.state = 'left'))::integer as "left"
      from moved_text t
      where t.agency_id = m.agency_id
        and t.move_id = m.id
    ) as counts
  `;
}

/** Adds a move, with the agency locked; false where it has `openMax` at work, or `unfinishedMax` that have not ended. */
export async function insertMove(
  sql: Queryable,
  agencyId: number,
  input: Pick<Move, "id" | "clientId" | "source" | "feedUrl" | "fileName"> & {
    actor: AuditActor;
    openMax: number;
    unfinishedMax: number;
  },
): Promise<boolean> {
  const [row] = await writeWork(
    sql,
    { queue: moveQueue, agencyId },
    (inner) => inner<{ id: string; dueAt: Date | null }[]>`
      insert into newsroom_move (agency_id, id, client_id, source, feed_url, file_name, actor, state, due_at)
      select
        ${agencyId}, ${input.id}, ${input.clientId}, ${input.source}, ${input.feedUrl}, ${input.fileName},
        ${inner.json(input.actor)}, case when ${input.feedUrl}::text is null then 'receiving' else 'checking' end,
        ${input.feedUrl === null ? null : inner`now()`}
      where (
        select count(*)
        from newsroom_move
        where agency_id = ${agencyId}
          and state in ('receiving', 'checking', 'running')
          and created_at > now() - interval '1 day'
      ) < ${input.openMax}
        and (
          select count(*)
          from newsroom_move
          where agency_id = ${agencyId}
            and state <> 'done'
        ) < ${input.unfinishedMax}
      returning id, due_at as "dueAt"
    `,
  );
  return row !== undefined;
}

export async function findMove(sql: Queryable, agencyId: number, id: string): Promise<CountedMove | null> {
  const [row] = await sql<CountedMove[]>`
    select ${columns(sql)}
    from newsroom_move m
    ${counts(sql)}
    where m.agency_id = ${agencyId}
      and m.id = ${id}
  `;
  return row ?? null;
}

const list = { name: "moves", ...byUuid, limitDefault: limitForPeople };

/** Moves of a client, newest first. Throws `invalid_cursor`. */
export async function listMoves(
  sql: Sql,
  agencyId: number,
  { clientId, ...input }: PageInput & { clientId: number },
): Promise<{ moves: CountedMove[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    list,
    input,
    ({ after, rowsMax }) => sql<CountedMove[]>`
      select ${columns(sql)}
      from newsroom_move m
      ${counts(sql)}
      where m.agency_id = ${agencyId}
        and m.client_id = ${clientId}
        and m.id < ${after ?? afterEveryUuid}
      order by m.id desc
      limit ${rowsMax}
    `,
  );
  return { moves: items, nextCursor };
}

/**
 * Locks a move that waits for its file, and says under which id that is uploaded; null for any other move. Who uploads holds the move by a
 * token, as who works on it does later: the id of the upload, and that of the move before the first one.
 */
export async function lockReceiving(
  sql: Queryable,
  agencyId: number,
  id: string,
): Promise<{ uploadId: string } | null> {
  const [row] = await sql<{ uploadId: string }[]>`
    select coalesce(lease_token, id) as "uploadId"
    from newsroom_move
    where agency_id = ${agencyId}
      and id = ${id}
      and state = 'receiving'
    for update
  `;
  return row ?? null;
}

/** Puts a move into another state, and into the queue where that is work; false where it is in none of `from`. */
export async function setMoveState(
  sql: Queryable,
  agencyId: number,
  input: {
    id: string;
    from: readonly MoveState[];
    to: MoveState;
    fault?: MoveFault;
    fileName?: string;
    uploadId?: string;
  },
): Promise<boolean> {
  const isWork = input.to === "checking" || input.to === "running";
  const changed = await writeWork(
    sql,
    { queue: moveQueue, agencyId },
    (inner) => inner<{ dueAt: Date | null }[]>`
      update newsroom_move
      set state = ${input.to}, file_name = coalesce(${input.fileName ?? null}, file_name), fault = ${input.fault ?? null},
        attempts = 0, lease_token = ${input.uploadId ?? null}, due_at = ${isWork ? inner`now()` : null}
      where agency_id = ${agencyId}
        and id = ${input.id}
        and state = any(${inner.array([...input.from])}::text[])
      returning due_at as "dueAt"
    `,
  );
  return changed.length === 1;
}

/**
 * Gives a move up with what was found for it; one that has moved texts in ends with those. False where it is in none of `from`, or where
 * something has come of one of which `isUnstarted` is said.
 */
export async function endMove(
  sql: Queryable,
  agencyId: number,
  { id, from, isUnstarted = false }: { id: string; from: readonly MoveState[]; isUnstarted?: boolean },
): Promise<boolean> {
  const [move] = await sql<{ hasTaken: boolean }[]>`
    select exists (
      select
      from moved_text t
      where t.agency_id = ${agencyId}
        and t.move_id = m.id
        and t.state = 'taken'
    ) as "hasTaken"
    from newsroom_move m
    where agency_id = ${agencyId}
      and id = ${id}
      and state = any(${sql.array([...from])}::text[])
    for update
  `;
  if (move === undefined || (isUnstarted && move.hasTaken)) return false;
  if (move.hasTaken) {
    await sql`
      delete from moved_text
      where agency_id = ${agencyId}
        and move_id = ${id}
        and state = 'ready'
    `;
    return await setMoveState(sql, agencyId, { id, from, to: "done" });
  }
  await sql`delete from newsroom_move where agency_id = ${agencyId} and id = ${id}`;
  return true;
}

/** Whether texts that are still to be moved in have pictures in the file of the move. */
export async function hasPackedPictures(sql: Queryable, agencyId: number, moveId: string): Promise<boolean> {
  const [row] = await sql`
    select
    from moved_text
    where agency_id = ${agencyId}
      and move_id = ${moveId}
      and state = 'ready'
      and pictures > 0
      and content @? '$.pictures[*].url ? (@ starts with "zip:")'
    limit 1
  `;
  return row !== undefined;
}

/** Moves of any agency that nobody has started within `days`, oldest first. */
export async function listForgottenMoves(
  sql: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<Pick<ClaimedMove, "agencyId" | "id" | "clientId">[]> {
  return await sql<Pick<ClaimedMove, "agencyId" | "id" | "clientId">[]>`
    select agency_id as "agencyId", id, client_id as "clientId"
    from newsroom_move m
    where state in ('receiving', 'checked', 'failed')
      and created_at < now() - make_interval(days => ${days})
      and not exists (
        select
        from moved_text t
        where t.agency_id = m.agency_id
          and t.move_id = m.id
          and t.state = 'taken'
      )
    order by created_at
    limit ${limit}
  `;
}
