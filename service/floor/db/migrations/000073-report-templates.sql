-- Which sections the reports on a client show, in their order; all of them where there is no row.
create table client_report_template (
  agency_id integer not null,
  client_id integer not null,
  sections text[] not null check (cardinality(sections) between 1 and 20),
  updated_at timestamptz(3) not null default now(),
  primary key (agency_id, client_id),
  foreign key (agency_id, client_id) references client (agency_id, id)
);
