-- Steps that write to several tables of an agency in one round trip. A cluster takes no insert inside a `with` clause; in a
-- function each statement goes to the agency's server by itself, all in the caller's transaction.

-- See service/work/announce-work.ts.
create function announce_work(agency integer, queue_name text, wanted timestamptz) returns void language plpgsql as $$
begin
  if wanted is null then
    return;
  end if;
  perform
  from agency_work as work
  where work.agency_id = agency
    and work.queue = queue_name
    and work.due_at <= greatest(wanted, statement_timestamp())
  limit 1
  for key share skip locked;
  if not found then
    insert into agency_work (agency_id, queue, due_at) values (agency, queue_name, wanted);
  end if;
end
$$;

-- See service/events/enqueue-event.ts. Returns for how many endpoints the message was enqueued.
create function enqueue_message(
  agency integer, message uuid, message_type text, content text, release integer, queue_name text
) returns integer language plpgsql as $$
declare
  endpoints uuid[];
begin
  select array_agg(id) into endpoints
  from webhook
  where agency_id = agency
    and disabled_at is null
    and message_type = any (events);
  if endpoints is null then
    return 0;
  end if;
  insert into webhook_message (agency_id, id, event_type, payload, release_id)
  values (agency, message, message_type, content, release);
  insert into webhook_queue (agency_id, webhook_id, message_id)
  select agency, id, message
  from webhook
  where agency_id = agency
    and id = any (endpoints);
  perform announce_work(agency, queue_name, statement_timestamp());
  return cardinality(endpoints);
end
$$;

-- See service/reporting/conversions/sql.ts. Returns how many were inserted. The agencies stand in the condition once more, so that a
-- cluster asks only the servers that have them.
create function insert_conversions(
  agencies integer[], events text[], ids uuid[], releases integer[], kinds text[], amounts text[], currencies text[],
  hashes text[], times text[], listened_to text
) returns bigint language plpgsql as $$
declare
  inserted bigint;
begin
  insert into conversion (
    agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
  )
  select
    release.agency_id, given.event_id, given.id, release.id, given.kind, given.value::numeric, given.currency,
    given.reference_hash::bytea, given.occurred_at::timestamptz
  from unnest(agencies, events, ids, releases, kinds, amounts, currencies, hashes, times) as given (
    agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
  )
  join release on release.agency_id = given.agency_id and release.id = given.release_id
  where release.agency_id = any (agencies)
    and not exists (
      select
      from webhook
      where webhook.agency_id = release.agency_id
        and webhook.disabled_at is null
        and listened_to = any (webhook.events)
    )
  -- In one order for all: two batches with the same events would otherwise wait for each other.
  order by release.agency_id, given.event_id
  on conflict (agency_id, event_id) do nothing;
  get diagnostics inserted = row_count;
  return inserted;
end
$$;
