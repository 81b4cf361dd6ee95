-- Views and visitors of a month by release, for thousands of releases in the order of a year's figures. The loop that sums closed days
-- makes them, so it begins again: an agency has one row there.
create table release_month (
  agency_id integer not null,
  release_id integer not null,
  month date not null,
  views bigint not null,
  visitors bigint not null,
  primary key (agency_id, release_id, month) include (views, visitors)
);
update figure_state set summed_through = null;
