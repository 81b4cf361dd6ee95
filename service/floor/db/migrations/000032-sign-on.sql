-- Other ways to sign in: passkeys, and the sign-on of partners of an agency.

create table passkey (
  -- The credential's id, as browsers send it.
  id text primary key check (char_length(id) between 1 and 1400),
  person_id uuid not null references person (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  public_key bytea not null check (octet_length(public_key) <= 2000),
  counter bigint not null,
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkey_by_person on passkey (person_id);

create table partner (
  agency_id integer not null references agency (id),
  id uuid not null,
  kind text not null check (kind in ('oidc', 'handoff')),
  name text not null check (char_length(name) between 1 and 200),
  issuer text not null check (char_length(issuer) between 1 and 2000),
  client_id text check (char_length(client_id) between 1 and 500),
  client_secret_encrypted bytea,
  -- People of the agency sign in here alone; an owner's passkey stays as the way back.
  is_required boolean not null default false,
  public_key jsonb,
  public_key_url text check (char_length(public_key_url) between 1 and 2000),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  check ((kind = 'oidc') = (client_id is not null and client_secret_encrypted is not null)),
  check ((kind = 'handoff') = ((public_key is null) <> (public_key_url is null))),
  check (kind = 'oidc' or not is_required)
);
create index partner_by_issuer on partner (issuer) where kind = 'handoff';
create index partner_by_id on partner (id);

-- What works once: ids of handed over tokens, challenges of passkeys, states of sign-ons; until they have expired.
create table used_once (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz(3) not null
);
create index used_once_by_expiry on used_once (expires_at);

-- A partner speaks for its agency alone: what it signs in sees no other agency of the same person.
alter table person_session add column method text not null default 'link'
  check (method in ('link', 'passkey', 'oidc', 'handoff'));
alter table person_session add column only_agency_id integer references agency (id);
alter table person_session add constraint person_session_partner_check
  check ((method in ('oidc', 'handoff')) = (only_agency_id is not null));
