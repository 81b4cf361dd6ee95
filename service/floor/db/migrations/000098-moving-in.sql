-- Old newsrooms that are moved in: where each comes from, how far it is, and what became of its texts. Addresses that its texts and
-- pictures had before lead to where they are now.
create table newsroom_move (
  agency_id integer not null,
  id uuid not null,
  client_id integer not null,
  -- The host of the old newsroom: texts are told apart by it and their guid, and pictures are fetched from nowhere else.
  source text not null check (char_length(source) between 1 and 253),
  feed_url text check (char_length(feed_url) <= 2000),
  file_name text not null check (char_length(file_name) between 1 and 200),
  state text not null check (state in ('receiving', 'checking', 'checked', 'running', 'stopped', 'done', 'failed')),
  fault text check (char_length(fault) <= 60),
  actor jsonb not null,
  picture_bytes bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  due_at timestamptz,
  lease_token uuid,
  attempts integer not null default 0,
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id),
  check ((state in ('checking', 'running')) = (due_at is not null))
);
create index newsroom_move_due on newsroom_move (agency_id, due_at) where due_at is not null;

create table moved_text (
  agency_id integer not null,
  move_id uuid not null,
  -- In the file, counted from 1.
  position integer not null,
  client_id integer not null,
  source text not null,
  guid text not null check (char_length(guid) between 1 and 500),
  title text not null check (char_length(title) <= 300),
  url text check (char_length(url) <= 1000),
  published_at timestamptz(3),
  state text not null check (state in ('ready', 'taken', 'left')),
  reason text check (char_length(reason) <= 60),
  -- What becomes of it; empty once it is a release.
  content jsonb,
  pictures integer not null default 0,
  release_id integer,
  -- Pictures that did not come, each with the reason.
  missing jsonb not null default '[]',
  primary key (agency_id, move_id, position),
  foreign key (agency_id, move_id) references newsroom_move (agency_id, id) on delete cascade,
  foreign key (agency_id, release_id) references release (agency_id, id)
);
create unique index moved_text_once on moved_text (agency_id, client_id, source, guid) where state = 'taken';

create table old_address (
  agency_id integer not null,
  client_id integer not null,
  host text not null check (char_length(host) <= 253),
  -- With its query, without a slash at the end.
  path text not null check (char_length(path) between 1 and 1000),
  release_id integer,
  asset_id uuid,
  primary key (agency_id, client_id, path, host),
  foreign key (agency_id, release_id) references release (agency_id, id) on delete cascade,
  foreign key (agency_id, asset_id) references asset (agency_id, id) on delete cascade,
  check ((release_id is null) <> (asset_id is null))
);
create index old_address_of_asset on old_address (agency_id, asset_id) where asset_id is not null;

-- Since when a release that appeared elsewhere is here; null for our own.
alter table release add column moved_in_at timestamptz(3);
