-- Addresses that people hand over, and whether the service may read them.

-- Pages of media are read only where the agency has said that it may.
alter table agency add column reads_articles boolean not null default false;

-- Media that are not read even so.
create table unread_medium (
  agency_id integer not null references agency (id),
  host text not null check (char_length(host) between 1 and 253),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, host)
);

create table clipping_address (
  agency_id integer not null references agency (id),
  id uuid not null,
  -- Addresses that were handed over together.
  batch_id uuid not null,
  position integer not null check (position between 0 and 99),
  client_id integer not null,
  release_id integer,
  url text not null check (char_length(url) between 1 and 2000),
  -- What became of it: null while it waits.
  outcome text check (char_length(outcome) between 1 and 40),
  -- What the page says of itself, to be confirmed: headline, medium, author, day, language. Nothing of its text.
  fields jsonb not null default '{}',
  mention_id uuid,
  entered_by uuid,
  created_at timestamptz(3) not null default now(),
  due_at timestamptz,
  lease_token uuid,
  attempts integer not null default 0,
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id),
  check (outcome is null or due_at is null)
) with (fillfactor = 80);
create index clipping_address_of_batch on clipping_address (agency_id, batch_id, position);
create index clipping_address_due on clipping_address (agency_id, due_at) where due_at is not null;
create index clipping_address_by_age on clipping_address (created_at);
