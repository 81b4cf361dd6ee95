-- Files of exports that no job names any more and that an outside store would not remove: it was away when reporting data was deleted,
-- or when a job failed for good. They stayed there for ever.
create table export_file_left (
  agency_id integer not null references agency (id),
  job_id uuid not null,
  artifact_id uuid not null,
  left_at timestamptz not null default now(),
  primary key (agency_id, job_id, artifact_id)
);

create index export_file_left_by_time on export_file_left (left_at);
