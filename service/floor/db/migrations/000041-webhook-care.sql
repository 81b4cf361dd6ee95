-- Webhooks in the hands of people: pause, two secrets during a rotation, test events, and replays.

-- A paused endpoint keeps its place and its messages. The old secret signs beside the new one until it ends.
alter table webhook
  add column paused_at timestamptz(3),
  add column old_secret_encrypted bytea,
  add column old_secret_ends_at timestamptz(3),
  -- The form that rotated last: sent twice, it rotates once.
  add column rotation_key uuid,
  add check ((old_secret_encrypted is null) = (old_secret_ends_at is null));
create index webhook_old_secret on webhook (old_secret_ends_at) where old_secret_ends_at is not null;

-- The release that an event tells of, for lists and replays.
alter table webhook_message
  add column release_id integer,
  add column is_test boolean not null default false;

alter table webhook_queue
  -- Attempts of earlier deliveries of the message: `attempts` counts those of this one, and chooses the wait.
  add column attempts_before smallint not null default 0 check (attempts_before >= 0),
  add column replay_id uuid,
  -- Its endpoint was paused when it came due; `next_attempt_at` is then when it is given up.
  add column held_at timestamptz(3);

alter table webhook_attempt
  add column release_id integer,
  add column replay_id uuid,
  -- The beginning of the answer as text; what is not UTF-8 became U+FFFD, which has three bytes.
  add column answer text check (octet_length(answer) <= 3072);
create index webhook_attempt_of_message on webhook_attempt (agency_id, message_id);
create index webhook_attempt_of_replay on webhook_attempt (agency_id, replay_id, status) where replay_id is not null;

-- Orders to send messages again. A loop walks over the stored messages and keeps its place here.
create table webhook_replay (
  agency_id integer not null references agency (id),
  id uuid not null,
  -- Null for all endpoints.
  webhook_id uuid,
  -- One of the three: a message, a release, or what failed since a moment.
  message_id uuid,
  release_id integer,
  failed_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The last message that was looked at.
  after_message_id uuid not null default '00000000-0000-0000-0000-000000000000',
  queued integer not null default 0 check (queued between 0 and 10000),
  finished_at timestamptz(3),
  primary key (agency_id, id),
  check (num_nonnulls(message_id, release_id, failed_since) = 1)
);
create index webhook_replay_open on webhook_replay (agency_id, created_at) where finished_at is null;
-- The same order twice at once is one order.
create unique index webhook_replay_once on webhook_replay (
  agency_id,
  coalesce(webhook_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(message_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(release_id, 0)
) where finished_at is null;
