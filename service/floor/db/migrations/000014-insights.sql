-- What others observed, counted or estimated. Each value carries where it comes from; `measured` is refused in every table here.

-- One row per file that was taken in, in the transaction of its rows. The hash is what makes the same file count once.
create table insight_import (
  agency_id integer not null references agency (id),
  id uuid not null,
  kind text not null check (kind in ('media-mentions', 'search-visibility', 'ai-visibility')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  file_hash bytea not null check (octet_length(file_hash) = 32),
  rows integer not null check (rows > 0),
  imported_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  unique (agency_id, kind, file_hash)
);

-- A feed that the service reads itself. Its URL may hold a token: it is treated as a credential.
create table provider_connection (
  agency_id integer not null references agency (id),
  id uuid not null,
  kind text not null check (kind in ('rss')),
  name text not null check (char_length(name) between 1 and 200),
  url text not null check (char_length(url) between 1 and 2000),
  state text not null default 'new' check (state in ('new', 'active', 'failing', 'removed')),
  created_at timestamptz(3) not null default now(),
  -- When it is read next, or when the lease of the reading under way ends. Null: never again.
  next_check_at timestamptz default now(),
  -- The reading under way; whoever finishes it has to name it.
  lease_token uuid,
  last_check_at timestamptz(3),
  last_sync_at timestamptz(3),
  last_items integer check (last_items >= 0),
  -- For the conditional GET.
  etag text check (char_length(etag) <= 1000),
  last_modified text check (char_length(last_modified) <= 100),
  fault text check (
    fault in (
      'dns', 'connect', 'tls', 'timeout', 'redirect', 'unsafe_endpoint', 'response_too_large', 'interrupted', 'http_status',
      'encoded', 'not_a_feed', 'forbidden_xml', 'too_many_items'
    )
  ),
  fault_message text check (char_length(fault_message) <= 300),
  consecutive_faults integer not null default 0 check (consecutive_faults >= 0),
  primary key (agency_id, id),
  check ((fault is null) = (consecutive_faults = 0)),
  check ((state = 'removed') = (next_check_at is null))
) with (fillfactor = 80);
create unique index provider_connection_in_use on provider_connection (agency_id, url) where state <> 'removed';
create index provider_connection_due on provider_connection (next_check_at, agency_id, id) where next_check_at is not null;

create table media_mention (
  agency_id integer not null,
  id uuid not null,
  release_id integer not null,
  -- Hash of what makes two rows the same article: its address, or medium, headline and day where it has none.
  item_hash bytea not null check (octet_length(item_hash) = 32),
  medium text not null check (char_length(medium) between 1 and 200),
  media_type text not null check (media_type in ('online', 'social', 'print', 'radio', 'television', 'podcast')),
  headline text not null check (char_length(headline) between 1 and 500),
  -- Empty for what has none, such as print and radio.
  url text not null check (char_length(url) <= 2000),
  published_at timestamptz(3) not null,
  match_type text not null check (match_type in ('full_text', 'excerpt', 'mention', 'link')),
  origin text not null check (origin in ('observed', 'imported')),
  source text not null check (char_length(source) between 1 and 200),
  method text not null check (char_length(method) between 1 and 500),
  observed_at timestamptz(3) not null,
  confidence text not null check (confidence in ('high', 'medium', 'low')),
  import_id uuid,
  provider_id uuid,
  -- Nobody counts the readers of an article: whatever a file says about reach is an estimate.
  reach bigint check (reach between 0 and 9007199254740991),
  reach_origin text check (reach_origin = 'estimated'),
  primary key (agency_id, id),
  unique (agency_id, release_id, origin, item_hash),
  foreign key (agency_id, release_id) references release (agency_id, id),
  foreign key (agency_id, import_id) references insight_import (agency_id, id),
  foreign key (agency_id, provider_id) references provider_connection (agency_id, id),
  check ((origin = 'imported') = (import_id is not null)),
  check ((origin = 'observed') = (provider_id is not null)),
  check ((reach is null) = (reach_origin is null)),
  check (reach is null or origin = 'imported')
);
create index media_mention_by_release on media_mention (agency_id, release_id, published_at desc);

create table search_visibility (
  agency_id integer not null,
  id uuid not null,
  release_id integer not null,
  query text not null check (char_length(query) between 1 and 300),
  clicks bigint not null check (clicks >= 0),
  impressions bigint not null check (impressions between 0 and 9007199254740991),
  ctr double precision not null check (ctr between 0 and 1),
  position double precision not null check (position >= 0 and position <= 1000000),
  period_from date not null,
  period_to date not null,
  origin text not null default 'imported' check (origin = 'imported'),
  source text not null check (char_length(source) between 1 and 200),
  method text not null check (char_length(method) between 1 and 500),
  observed_at timestamptz(3) not null,
  confidence text not null check (confidence in ('high', 'medium', 'low')),
  import_id uuid not null,
  primary key (agency_id, id),
  unique (agency_id, release_id, source, query, period_from, period_to),
  foreign key (agency_id, release_id) references release (agency_id, id),
  foreign key (agency_id, import_id) references insight_import (agency_id, id),
  check (clicks <= impressions),
  check (period_from <= period_to)
);

-- One sample: how often a question was asked of an engine, and in how many answers the release's client was named or linked.
create table ai_visibility_run (
  agency_id integer not null,
  id uuid not null,
  release_id integer not null,
  engine text not null check (char_length(engine) between 1 and 100),
  model text not null check (char_length(model) between 1 and 100),
  prompt text not null check (char_length(prompt) between 1 and 2000),
  runs integer not null check (runs > 0),
  mentioned integer not null check (mentioned between 0 and runs),
  cited integer not null check (cited between 0 and runs),
  cited_urls text[] not null default '{}' check (cardinality(cited_urls) <= 100),
  observed_at timestamptz(3) not null,
  origin text not null default 'imported' check (origin = 'imported'),
  source text not null check (char_length(source) between 1 and 200),
  method text not null check (char_length(method) between 1 and 500),
  confidence text not null check (confidence in ('high', 'medium', 'low')),
  import_id uuid not null,
  primary key (agency_id, id),
  foreign key (agency_id, release_id) references release (agency_id, id),
  foreign key (agency_id, import_id) references insight_import (agency_id, id)
);
-- A prompt itself is too long for an index.
create unique index ai_visibility_run_of_sample
  on ai_visibility_run (agency_id, release_id, source, engine, model, md5(prompt), observed_at);
