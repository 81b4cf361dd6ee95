-- Conversions that agencies measured elsewhere and reported to us: always of the origin `observed`.

create table conversion (
  agency_id integer not null references agency (id),
  event_id text not null check (char_length(event_id) between 1 and 100),
  id uuid not null,
  release_id integer not null,
  kind text not null check (char_length(kind) between 1 and 80),
  value numeric check (value >= 0),
  currency text check (char_length(currency) = 3),
  reference_hash bytea check (octet_length(reference_hash) = 32),
  origin text not null default 'observed' check (origin = 'observed'),
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (agency_id, event_id),
  foreign key (agency_id, release_id) references release (agency_id, id)
);
create index conversion_by_release on conversion (agency_id, release_id, occurred_at);
