import type { Queryable } from "../../../floor/db/open.ts";

/** Messages to an endpoint that was disabled, removed at one claim. */
const droppedPerEndpointMax = 1_000;
/** Days that the messages of a paused endpoint are held: as long as delivered messages are stored. */
const heldDaysMax = 14;
/** A message that was interrupted this often probably ends its process each time. */
export const attemptsMax = 20;

/**
 * What ends or waits at a claim: messages to disabled or paused endpoints, attempts whose lease ran out, and messages that never get
 * through. Parts of the claim's own statement, which hands over `visited` and `picked`.
 */
export function settlingParts(sql: Queryable, agencyId: number) {
  return sql`
    dropped as (
      delete from webhook_queue as queued
      using (
        select head.row_id, head.lease_token
        from visited
        cross join lateral (
          select ctid as row_id, lease_token
          from webhook_queue
          where agency_id = ${agencyId}
            and webhook_id = visited.webhook_id
            and (lease_token is null or next_attempt_at <= statement_timestamp())
          limit ${droppedPerEndpointMax}
          for update skip locked
        ) as head
        where not visited.is_active
      ) as head
      where queued.ctid = head.row_id
        and queued.agency_id = ${agencyId}
      returning head.lease_token
    ),
    paused as materialized (
      select head.row_id, head.held_at, head.lease_token
      from visited
      cross join lateral (
        select ctid as row_id, held_at, lease_token
        from webhook_queue
        where agency_id = ${agencyId}
          and webhook_id = visited.webhook_id
          and next_attempt_at <= statement_timestamp()
        limit ${droppedPerEndpointMax}
        for update skip locked
      ) as head
      where visited.is_active
        and visited.is_paused
    ),
    held as (
      update webhook_queue as queued
      set
        held_at = statement_timestamp(),
        lease_token = null,
        next_attempt_at = statement_timestamp() + ${heldDaysMax} * interval '1 day'
      from paused
      where paused.held_at is null
        and queued.ctid = paused.row_id
        and queued.agency_id = ${agencyId}
    ),
    held_too_long as (
      delete from webhook_queue as queued
      using paused
      where paused.held_at is not null
        and queued.ctid = paused.row_id
        and queued.agency_id = ${agencyId}
    ),
    ended as (
      select lease_token, case when attempts < ${attemptsMax} then statement_timestamp() end as next_attempt_at
      from picked
      where lease_token is not null
      union all
      select lease_token, statement_timestamp()
      from paused
      where lease_token is not null
      union all
      select lease_token, null
      from dropped
      where lease_token is not null
    ),
    interrupted as (
      update webhook_attempt as attempt
      set
        status = 'unknown',
        error = 'interrupted',
        next_attempt_at = ended.next_attempt_at
      from ended
      where attempt.agency_id = ${agencyId}
        and attempt.id = ended.lease_token
        and attempt.status = 'sending'
    ),
    given_up as (
      delete from webhook_queue as queued
      using picked
      where picked.attempts >= ${attemptsMax}
        and queued.ctid = picked.row_id
        and queued.agency_id = ${agencyId}
    )
  `;
}
