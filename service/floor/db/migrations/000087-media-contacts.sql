-- People of the media whom an agency writes to, each with the ground on which it may.

create table media_contact (
  agency_id integer not null references agency (id),
  id uuid not null default gen_random_uuid(),
  -- Null for all clients of the agency.
  client_ids integer[] check (cardinality(client_ids) between 1 and 50),
  -- A keyed hash: finds the address, and links to object name it after the contact is gone.
  address_key uuid not null,
  email_encrypted bytea not null,
  phone_encrypted bytea,
  notes_encrypted bytea,
  address_as text check (address_as in ('ms', 'mr')),
  title text check (char_length(title) between 1 and 50),
  first_name text check (char_length(first_name) between 1 and 100),
  last_name text check (char_length(last_name) between 1 and 100),
  medium text not null check (char_length(medium) between 1 and 200),
  role text check (char_length(role) between 1 and 100),
  topics text[] not null default '{}' check (cardinality(topics) <= 20),
  regions text[] not null default '{}' check (cardinality(regions) <= 20),
  language text not null check (language ~ '^[a-z]{2}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- An address of an editorial office, or one that somebody has for this work; no private one.
  is_editorial boolean not null,
  basis text not null check (basis in ('legitimate_interest', 'consent', 'own_request')),
  basis_reason text check (char_length(basis_reason) between 1 and 500),
  basis_on date,
  -- Where the address comes from.
  source text not null check (char_length(source) between 1 and 200),
  informed_at timestamptz(3),
  informed_how text check (informed_how in ('mailing', 'otherwise')),
  mailed_at timestamptz(3),
  -- When a person last said that this contact is right.
  confirmed_at timestamptz(3) not null default now(),
  -- Those of the last weeks; three end the address.
  soft_bounces timestamptz(3)[] not null default '{}' check (cardinality(soft_bounces) <= 3),
  undeliverable_at timestamptz(3),
  -- Shown for deletion since.
  deletion_shown_at timestamptz(3),
  sort_key text collate "C" not null,
  search_text text collate "C" not null,
  import_id uuid,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  unique (agency_id, address_key),
  check (basis <> 'legitimate_interest' or basis_reason is not null or cardinality(topics) > 0),
  check (basis <> 'consent' or (basis_reason is not null and basis_on is not null)),
  check ((informed_at is null) = (informed_how is null))
);
create index media_contact_by_name on media_contact (agency_id, sort_key, id);
create index media_contact_by_age on media_contact (greatest(confirmed_at, coalesce(mailed_at, confirmed_at)));
create index media_contact_uninformed on media_contact (agency_id, created_at) where informed_at is null;
create index media_contact_of_import on media_contact (agency_id, import_id) where import_id is not null;

-- Outlives the contact, so that no import brings the address back.
create table media_contact_objection (
  agency_id integer not null references agency (id),
  address_key uuid not null,
  how text not null check (how in ('link', 'entered')),
  objected_at timestamptz(3) not null default now(),
  primary key (agency_id, address_key)
);

create table media_contact_list (
  agency_id integer not null references agency (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  -- Null for all clients.
  client_id integer,
  -- Null for a list by hand.
  condition jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id)
);

create table media_contact_list_member (
  agency_id integer not null,
  list_id uuid not null,
  contact_id uuid not null,
  primary key (agency_id, list_id, contact_id),
  foreign key (agency_id, list_id) references media_contact_list (agency_id, id) on delete cascade,
  foreign key (agency_id, contact_id) references media_contact (agency_id, id) on delete cascade
);
create index media_contact_list_member_by_contact on media_contact_list_member (agency_id, contact_id);

create table media_contact_setting (
  agency_id integer primary key references agency (id),
  retention_months smallint not null default 24 check (retention_months between 6 and 36),
  -- The agency's own page on how it handles data of contacts.
  notice_url text check (char_length(notice_url) between 1 and 2000)
);
