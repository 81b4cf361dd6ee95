-- What people are told of as it happens, each once.
create table alert (
  agency_id integer not null references agency (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('first_clipping', 'first_views', 'feed_broken', 'approval_overdue')),
  -- A release, an approval, or a feed and the moment it broke.
  subject text not null check (char_length(subject) <= 100),
  -- Null for what concerns the whole agency.
  client_id integer,
  occurred_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  unique (agency_id, kind, subject)
);
create index alert_by_time on alert (agency_id, occurred_at);

-- Which alerts a person wants by mail, and when the last of these mails went or is to go.
create table alert_wish (
  agency_id integer not null,
  person_id uuid not null,
  kinds text[] not null check (cardinality(kinds) <= 10),
  mail_at timestamptz,
  primary key (agency_id, person_id),
  foreign key (agency_id, person_id) references membership (agency_id, person_id) on delete cascade
);

-- When an agency was looked at last.
create table alert_state (
  agency_id integer primary key references agency (id),
  checked_at timestamptz not null
);
