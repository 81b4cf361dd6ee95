-- Webhooks: endpoints, what they are told (webhook_message), what is still to be sent (webhook_queue, hot), and every attempt.

create table webhook (
  agency_id integer not null references agency (id),
  id uuid not null,
  -- As the agency wrote it; the hash is of its normal form, so that two spellings of one target count as one.
  endpoint_url text not null check (char_length(endpoint_url) between 1 and 2000),
  endpoint_hash bytea not null check (octet_length(endpoint_hash) = 32),
  events text[] not null check (cardinality(events) >= 1),
  secret_encrypted bytea not null,
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('requested', 'gone', 'failing')),
  last_delivery_at timestamptz(3),
  consecutive_failures integer not null default 0,
  -- First failure since the last success.
  failing_since timestamptz(3),
  primary key (agency_id, id),
  check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 70);
-- One active endpoint per target; also the look-up of who listens, which every enqueue makes.
create unique index webhook_active_endpoint on webhook (agency_id, endpoint_hash) where disabled_at is null;

-- The bytes that every attempt sends. Written once, never updated.
create table webhook_message (
  agency_id integer not null,
  id uuid not null,
  event_type text not null,
  payload text not null check (octet_length(payload) <= 20480),
  created_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create index webhook_message_by_time on webhook_message using brin (created_at);

-- One row per message and endpoint until it is delivered or given up: then it is deleted, so that this table stays small.
-- A row is ready (nobody has it, send it now) or waits until next_attempt_at: for its turn, or for the end of its lease.
create table webhook_queue (
  agency_id integer not null,
  webhook_id uuid not null,
  message_id uuid not null,
  attempts smallint not null default 0,
  is_ready boolean not null default true,
  next_attempt_at timestamptz not null default now(),
  -- The id of the attempt under way: whoever finishes it has to name it.
  lease_token uuid,
  primary key (agency_id, webhook_id, message_id),
  check (lease_token is null or not is_ready)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0
);
create index webhook_queue_ready on webhook_queue (agency_id, webhook_id, message_id) where is_ready;
create index webhook_queue_waiting on webhook_queue (next_attempt_at) where not is_ready;
create index webhook_queue_leased on webhook_queue (agency_id, webhook_id) where lease_token is not null;

-- Every attempt, written before the request goes out. Ids are UUIDv7, so the primary key is also the order of time.
create table webhook_attempt (
  agency_id integer not null,
  id uuid not null,
  webhook_id uuid not null,
  message_id uuid not null,
  event_type text not null,
  attempt smallint not null check (attempt >= 1),
  status text not null default 'sending' check (status in ('sending', 'delivered', 'failed', 'unknown')),
  response_status smallint,
  duration_ms integer,
  error text check (
    error in (
      'dns', 'connect', 'tls', 'timeout', 'http_status', 'redirect', 'unsafe_endpoint', 'response_too_large', 'interrupted'
    )
  ),
  remote_address text,
  attempted_at timestamptz(3) not null,
  next_attempt_at timestamptz(3),
  primary key (agency_id, id)
) with (fillfactor = 80);
create index webhook_attempt_by_time on webhook_attempt using brin (attempted_at);
