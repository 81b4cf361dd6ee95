-- Assistants that people let work in their name: one row for each consent.
create table agent_connection (
  agency_id integer not null references agency (id),
  id uuid not null,
  -- No foreign key: what an assistant did is told of longer than the person is kept.
  person_id uuid not null,
  -- Ids of clients are up to 4,000 characters long and only ever compared.
  client_hash bytea not null check (octet_length(client_hash) = 32),
  client_kind text not null check (client_kind in ('document', 'registered', 'operator')),
  client_name text not null check (char_length(client_name) between 1 and 100),
  client_host text not null check (char_length(client_host) between 1 and 253),
  scopes text[] not null check (cardinality(scopes) between 1 and 10),
  -- How the person had signed in: an agency may take back a way.
  method text not null check (method in ('link', 'passkey', 'oidc', 'handoff')),
  created_at timestamptz(3) not null default now(),
  -- Null until somebody ends it.
  expires_at timestamptz(3),
  ended_at timestamptz(3),
  last_used_at timestamptz(3),
  calls integer not null default 0,
  primary key (agency_id, id)
);
create index agent_connection_of_person on agent_connection (agency_id, person_id);

-- Codes and tokens of these connections. Used refresh tokens stay for a while, so that one used again is noticed.
create table agent_token (
  agency_id integer not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  connection_id uuid not null,
  kind text not null check (kind in ('code', 'at', 'rt')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz,
  redirect_uri text check (char_length(redirect_uri) <= 400),
  code_challenge text check (char_length(code_challenge) = 43),
  primary key (agency_id, token_hash),
  foreign key (agency_id, connection_id) references agent_connection (agency_id, id) on delete cascade,
  check ((kind = 'code') = (redirect_uri is not null and code_challenge is not null))
);
create index agent_token_of_connection on agent_token (agency_id, connection_id);
