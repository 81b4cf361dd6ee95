-- Agencies, their keys, clients, newsrooms and releases.
-- Every tenant table starts its primary key with agency_id, so that the schema can be distributed by tenant.

create table agency (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 200),
  plan text not null check (plan in ('starter', 'agency')),
  hourly_limit integer check (hourly_limit between 0 and 1000000),
  time_zone text not null default 'Europe/Berlin',
  -- Keyed hash of external references: equal ones can be matched, none can be guessed from outside.
  reference_pepper bytea not null check (octet_length(reference_pepper) = 32),
  created_at timestamptz not null default now()
);

create table api_key (
  agency_id integer not null references agency (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  prefix text not null,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (agency_id, id)
);
-- The one look-up that can't know its agency: it is what tells it.
create index api_key_by_hash on api_key (key_hash);

create table client (
  agency_id integer not null references agency (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  status text not null default 'active' check (status in ('active', 'archived')),
  created_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create unique index client_by_slug on client (slug);
create index client_by_id on client (id);

create table newsroom (
  agency_id integer not null,
  id integer generated always as identity,
  client_id integer not null,
  level text not null default 'L1' check (level in ('L0', 'L1', 'L2')),
  description text not null default '' check (char_length(description) <= 2000),
  website_url text check (char_length(website_url) <= 2000),
  imprint_url text check (char_length(imprint_url) <= 2000),
  privacy_url text check (char_length(privacy_url) <= 2000),
  contact_name text check (char_length(contact_name) <= 200),
  contact_role text check (char_length(contact_role) <= 200),
  contact_email text check (char_length(contact_email) <= 320),
  contact_phone text check (char_length(contact_phone) <= 50),
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  unique (agency_id, client_id),
  foreign key (agency_id, client_id) references client (agency_id, id)
);

create table release (
  agency_id integer not null,
  id integer generated always as identity,
  client_id integer not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  title text not null check (char_length(title) between 1 and 300),
  subtitle text check (char_length(subtitle) <= 500),
  body_markdown text not null check (char_length(body_markdown) <= 100000),
  place text check (char_length(place) <= 100),
  language text not null default 'de' check (char_length(language) <= 35),
  keywords text[] not null default '{}' check (cardinality(keywords) <= 30),
  image jsonb,
  assets jsonb not null default '[]' check (jsonb_typeof(assets) = 'array' and jsonb_array_length(assets) <= 50),
  status text not null check (
    status in ('draft', 'in_approval', 'changes_requested', 'approved', 'scheduled', 'published', 'archived')
  ),
  -- Milliseconds, as JavaScript holds them: a keyset of microseconds would never match its own row again.
  published_at timestamptz(3),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (agency_id, id),
  unique (agency_id, client_id, slug),
  foreign key (agency_id, client_id) references client (agency_id, id),
  check (published_at is not null or status not in ('published', 'archived'))
);
-- The newsroom's list, newest first, by keyset.
create index release_published on release (agency_id, client_id, published_at desc, id desc)
  where status = 'published';
-- The releases of a whole agency, for its portfolios.
create index release_by_agency on release (agency_id, published_at desc, id desc)
  where status = 'published';
