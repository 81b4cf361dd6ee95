-- Hits that were answered and never counted, because more came than could be written or the database was away. They are in no other
-- figure.
create table lost_hit_day (
  agency_id integer not null,
  -- 0 for the newsroom's other pages, and where there were too many releases to tell them apart.
  release_id integer not null,
  -- Calendar day in the agency's time zone.
  day date not null,
  newsroom_id integer not null,
  hits bigint not null check (hits > 0),
  primary key (agency_id, release_id, day, newsroom_id)
);
