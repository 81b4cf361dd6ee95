-- Sums of a day by client, for figures over thousands of releases. A loop makes them of `hit_day` and `hit_day_dimension` once nobody
-- writes that day any more.
create table client_day (
  agency_id integer not null,
  client_id integer not null,
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
  levels smallint not null,
  primary key (agency_id, client_id, day, class)
);

create table client_day_dimension (
  agency_id integer not null,
  client_id integer not null,
  day date not null,
  dimension smallint not null,
  value_id bigint not null,
  count bigint not null,
  visitors bigint not null,
  visits bigint not null,
  primary key (agency_id, client_id, day, dimension, value_id)
);

-- The last day of an agency that is in the sums; a hit of an earlier day takes it back.
create table figure_state (
  agency_id integer primary key,
  summed_through date
);
