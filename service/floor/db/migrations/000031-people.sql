-- People who work in the dashboard. A person, its sessions and its links to sign in belong to no agency: each is looked up by one key.

create table person (
  id uuid primary key,
  -- In lower case, so that one mail address is one person.
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 320),
  name text check (char_length(name) between 1 and 200),
  created_at timestamptz(3) not null default now()
);

create table membership (
  agency_id integer not null references agency (id),
  person_id uuid not null references person (id),
  role text not null check (role in ('owner', 'editor', 'analyst')),
  -- Null for every client of the agency. An owner is never limited.
  client_ids integer[] check (cardinality(client_ids) between 1 and 500),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, person_id),
  check (role <> 'owner' or client_ids is null)
);
create index membership_by_person on membership (person_id);

create table person_session (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  person_id uuid not null references person (id) on delete cascade,
  -- The agency that the person works for in this session; another one is chosen by the agency switch.
  agency_id integer references agency (id),
  device text not null check (char_length(device) <= 100),
  created_at timestamptz(3) not null default now(),
  -- When the person last showed who it is: some actions want that to be recent.
  signed_in_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now()
);
create index person_session_by_person on person_session (person_id);
create index person_session_by_use on person_session (last_used_at);

create table sign_in_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  person_id uuid not null references person (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sign_in_link_by_person on sign_in_link (person_id);
create index sign_in_link_by_expiry on sign_in_link (expires_at);

-- A person acts in a session; the log says in which.
alter table audit drop constraint audit_actor_type_check;
alter table audit add constraint audit_actor_type_check
  check (actor_type in ('api_key', 'operator', 'contact', 'service', 'person'));
alter table audit add column session_id uuid;
