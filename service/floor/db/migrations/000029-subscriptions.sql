-- Who gets a newsroom's releases by mail, what is to be sent, and links to releases under embargo.

-- A row is also the proof of consent: when it was asked for and confirmed, and under which wording. The address goes when the
-- subscription ends; its keyed hash stays with the moments.
create table newsroom_subscription (
  agency_id integer not null,
  id uuid not null,
  client_id integer not null,
  -- Null for all of the newsroom's releases.
  topic text check (char_length(topic) between 1 and 100),
  frequency text not null check (frequency in ('at_once', 'daily')),
  status text not null default 'pending' check (status in ('pending', 'active', 'ended')),
  address_hash bytea not null check (octet_length(address_hash) = 32),
  address_encrypted bytea check (octet_length(address_encrypted) between 30 and 1000),
  consent_text_version text not null check (char_length(consent_text_version) between 1 and 20),
  requested_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('unsubscribed', 'bounced', 'complained', 'erased', 'removed')),
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id),
  check ((status = 'ended') = (ended_at is not null)),
  check ((status = 'ended') = (end_reason is not null)),
  check ((status = 'ended') = (address_encrypted is null)),
  check (status <> 'active' or confirmed_at is not null)
);
create unique index newsroom_subscription_current
  on newsroom_subscription (agency_id, client_id, address_hash, coalesce(topic, ''))
  where status <> 'ended';
create index newsroom_subscription_active on newsroom_subscription (agency_id, client_id, id) where status = 'active';
create index newsroom_subscription_by_address on newsroom_subscription (agency_id, address_hash, id);
create index newsroom_subscription_pending on newsroom_subscription (requested_at) where status = 'pending';
create index newsroom_subscription_ended on newsroom_subscription (ended_at) where status = 'ended';

-- One row for each published release: its transaction writes it, and chunks of mails are made from it later. It stays, so that a
-- release that is published anew after a correction goes to nobody twice.
create table newsroom_fan_out (
  agency_id integer not null,
  release_id integer not null,
  client_id integer not null,
  -- The last subscription that has its mail; they are gone through by id.
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (agency_id, release_id),
  foreign key (agency_id, release_id) references release (agency_id, id)
);
create index newsroom_fan_out_due on newsroom_fan_out (agency_id, created_at, release_id) where finished_at is null;

-- Mails that are to go out. One without a release asks for the confirmation. Those of one digest_at are one mail.
create table newsroom_mail (
  agency_id integer not null,
  id uuid not null default gen_random_uuid(),
  subscription_id uuid not null,
  release_id integer,
  digest_at timestamptz,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'cancelled', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  last_error text check (char_length(last_error) <= 200),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (agency_id, id),
  foreign key (agency_id, subscription_id) references newsroom_subscription (agency_id, id),
  foreign key (agency_id, release_id) references release (agency_id, id),
  check (digest_at is null or release_id is not null),
  check ((status = 'waiting') = (finished_at is null))
) with (fillfactor = 70);
create unique index newsroom_mail_once on newsroom_mail (agency_id, release_id, subscription_id) where release_id is not null;
create unique index newsroom_mail_confirmation on newsroom_mail (agency_id, subscription_id)
  where release_id is null and status = 'waiting';
create index newsroom_mail_due on newsroom_mail (agency_id, next_attempt_at, id) where status = 'waiting';
create index newsroom_mail_digest on newsroom_mail (agency_id, subscription_id, digest_at) where status = 'waiting';
create index newsroom_mail_finished on newsroom_mail (finished_at) where status <> 'waiting';

-- A link with a password to one approved version, for one journalist or medium, until it appears. Openings are counted for the link.
create table embargo_link (
  agency_id integer not null,
  id uuid not null,
  draft_id uuid not null,
  draft_version integer not null,
  name text not null check (char_length(name) between 1 and 200),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- scrypt with its salt and cost.
  password_hash text not null check (char_length(password_hash) between 20 and 300),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  openings integer not null default 0 check (openings >= 0),
  first_opened_at timestamptz(3),
  last_opened_at timestamptz(3),
  primary key (agency_id, id),
  foreign key (agency_id, draft_id, draft_version) references draft_version (agency_id, draft_id, version)
);
-- The look-up that can't know its agency: the link is what tells it.
create unique index embargo_link_by_hash on embargo_link (token_hash);
create index embargo_link_by_draft on embargo_link (agency_id, draft_id, id);
