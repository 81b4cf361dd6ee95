-- What is measured: raw hits, the roll-ups that reports read, and the short-lived rows that make them exact.
-- Vocabulary (class, channel, device, kind of interaction) is stored as the position in its list.

-- One row per process that writes hits. A batch is numbered and raises last_batch in its own transaction, so a batch whose
-- commit was acknowledged to nobody is recognised when it is sent again.
create table hit_recorder (
  id uuid primary key,
  last_batch bigint not null,
  updated_at timestamptz not null default now()
) with (fillfactor = 50);

create table day_salt (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32),
  created_at timestamptz not null default now()
);

-- Dictionaries. An id is the first 52 bits of a hash of the values: every replica finds it without asking.
-- 0 is never used: in the roll-ups it stands for "other".
create table hit_source (
  agency_id integer not null,
  id bigint not null check (id > 0),
  source text not null,
  domain text,
  channel smallint not null,
  primary key (agency_id, id)
);
create table hit_campaign (
  agency_id integer not null,
  id bigint not null check (id > 0),
  source text not null,
  medium text not null,
  campaign text not null,
  primary key (agency_id, id)
);
create table hit_operator (
  agency_id integer not null,
  id bigint not null check (id > 0),
  name text not null,
  primary key (agency_id, id)
);
create table hit_target (
  agency_id integer not null,
  id bigint not null check (id > 0),
  label text not null,
  url text,
  primary key (agency_id, id)
);

-- Raw hits, one partition a UTC day, kept 90 days. No report reads them: the one B-tree is the primary key.
create sequence hit_id cache 100;
create table hit (
  agency_id integer not null,
  occurred_at timestamptz not null,
  id bigint not null default nextval('hit_id'),
  visitor_id bigint not null,
  newsroom_id integer not null,
  -- Null: the newsroom's list page.
  release_id integer,
  -- 0 page view, 1 interaction, 2 engagement beacon.
  kind smallint not null check (kind between 0 and 2),
  class smallint not null,
  reasons integer not null,
  device smallint not null,
  channel smallint,
  interaction_kind smallint,
  scroll_percent smallint,
  engaged_ms integer,
  operator_id bigint,
  source_id bigint,
  campaign_id bigint,
  target_id bigint,
  referrer_path text,
  view_id text,
  primary key (agency_id, occurred_at, id)
) partition by range (occurred_at);
create index hit_by_time on hit using brin (occurred_at);

-- Roll-ups: kept, and the only tables that reports read. They change with every batch, so pages keep room for HOT updates.
create table hit_day (
  agency_id integer not null,
  release_id integer not null,
  -- Calendar day in the agency's time zone.
  day date not null,
  class smallint not null,
  requests bigint not null,
  visitors bigint not null,
  visits bigint not null,
  interactions bigint not null,
  beacons bigint not null,
  engaged_ms bigint not null,
  scroll_25 bigint not null,
  scroll_50 bigint not null,
  scroll_75 bigint not null,
  scroll_100 bigint not null,
  primary key (agency_id, release_id, day, class)
) with (fillfactor = 80);

create table hit_day_dimension (
  agency_id integer not null,
  release_id integer not null,
  day date not null,
  dimension smallint not null,
  -- A dictionary's id, a position in a closed list, or 0 for "other".
  value_id bigint not null,
  count bigint not null,
  visitors bigint not null,
  visits bigint not null,
  primary key (agency_id, release_id, day, dimension, value_id)
) with (fillfactor = 80);

-- Who was seen on a day, by pseudonym; one partition a day, dropped after 48 h. The columns from the second line of counters
-- on say what the last write added: PostgreSQL 14 to 17 can't return the row that an upsert replaced.
create table visitor_day (
  agency_id integer not null,
  day date not null,
  release_id integer not null,
  class smallint not null,
  visitor_id bigint not null,
  -- Union of [t, t + 30 min) over all activity: as many ranges as visits, whatever the order of writing.
  activity tstzmultirange not null,
  visits integer not null,
  -- Bit n: the channel or kind of interaction at position n was seen.
  channels integer not null,
  interaction_kinds integer not null,
  new_visitors integer not null,
  new_visits integer not null,
  new_channels integer not null,
  new_interaction_kinds integer not null,
  primary key (agency_id, day, release_id, class, visitor_id)
) partition by range (day);

create table visitor_day_value (
  agency_id integer not null,
  day date not null,
  release_id integer not null,
  dimension smallint not null,
  value_id bigint not null,
  visitor_id bigint not null,
  activity tstzmultirange not null,
  visits integer not null,
  new_visitors integer not null,
  new_visits integer not null,
  primary key (agency_id, day, release_id, dimension, value_id, visitor_id)
) partition by range (day);

-- The greatest sums that each page view has sent: a page sends them again and again while it is open.
create table view_engagement (
  agency_id integer not null,
  -- Day of the page view, not of the beacon.
  day date not null,
  release_id integer not null,
  class smallint not null,
  view_id text not null,
  engaged_ms integer not null,
  scroll_percent smallint not null,
  new_beacons integer not null,
  new_engaged_ms integer not null,
  scroll_percent_before smallint not null,
  primary key (agency_id, day, release_id, class, view_id)
) partition by range (day);
