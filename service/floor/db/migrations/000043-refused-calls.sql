-- The latest refused calls of each agency, for its developers. No bodies, no values: texts of ours and the key's id only.
create table refused_call (
  agency_id integer not null references agency (id),
  id uuid not null,
  refused_at timestamptz(3) not null,
  key_id uuid not null,
  method text not null check (length(method) <= 10),
  route text not null check (length(route) <= 200),
  status smallint not null check (status between 400 and 499),
  code text not null check (length(code) <= 64),
  hint text not null check (length(hint) <= 300),
  request_id uuid not null,
  primary key (agency_id, id)
);

-- For the removal of what is older than seven days.
create index refused_call_by_age on refused_call (refused_at);
