-- Who did what and when, for the agency (report downloads, tool calls), and what the operator has to be able to show.

create table audit (
  agency_id integer not null references agency (id),
  id uuid not null,
  occurred_at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('api_key', 'operator', 'contact', 'service')),
  actor_id text,
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  subject_type text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  request_id uuid,
  primary key (agency_id, id)
);
create index audit_by_time on audit (agency_id, occurred_at desc, id desc);

-- Outside every tenant's data: it outlives the deletion that it tells of.
create table operator_log (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  event text not null,
  agency_id integer not null,
  actor_id text,
  details jsonb not null default '{}'
);
