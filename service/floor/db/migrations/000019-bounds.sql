-- Bounds against inflation (which rows are human, which clicks count) and what a report needs to say how it was measured.

-- Bit n: hits of that day were counted at the level at position n. 0: written before this column was there.
alter table hit_day add column levels smallint not null default 0;

-- Listed hosts are never displaced by sources that somebody made up: they have no part in the cap of a day.
alter table hit_source add column is_listed boolean not null default false;

-- The user agents that count as people at one address of a release and UTC day; dropped after 48 h. Pseudonyms only.
create table address_day (
  agency_id integer not null,
  day date not null,
  release_id integer not null,
  address_id bigint not null,
  agents bigint[] not null check (cardinality(agents) between 1 and 40),
  primary key (agency_id, day, release_id, address_id)
) partition by range (day);

-- The first ten uses of targets by a visitor of a release, as ids of targets; -1 alone: they are counted in interaction_day.
-- Nearly all visitors stay below, so that the bound costs no row of its own.
alter table visitor_day add column uses bigint[];

-- How often a visitor of more uses used one target, and how much one page view brought; counter_id is a hash of which.
create table interaction_day (
  agency_id integer not null,
  day date not null,
  release_id integer not null,
  counter_id bigint not null,
  count integer not null,
  primary key (agency_id, day, release_id, counter_id)
) partition by range (day);
