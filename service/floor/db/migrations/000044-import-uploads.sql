-- Files that people hand over in the dashboard. They lie here and not on a disk, because each process may get the next piece.
create table insight_upload (
  agency_id integer not null references agency (id),
  id uuid not null,
  kind text not null check (kind in ('media-mentions', 'search-visibility', 'ai-visibility')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  state text not null default 'receiving' check (
    state in ('receiving', 'received', 'queued', 'running', 'imported', 'known', 'refused', 'failed', 'cancelled')
  ),
  bytes bigint not null default 0 check (bytes >= 0),
  -- What is known of the file without its rows: encoding, delimiter, heading and the first rows.
  shape jsonb,
  mapping jsonb,
  progress real not null default 0 check (progress between 0 and 1),
  result jsonb,
  fault text check (char_length(fault) <= 1000),
  created_at timestamptz(3) not null default now(),
  -- When it has to be worked on, or when the lease of the work under way ends. Null: never again.
  due_at timestamptz,
  lease_token uuid,
  attempts integer not null default 0,
  primary key (agency_id, id),
  check ((state in ('queued', 'running')) = (due_at is not null))
);
create index insight_upload_by_age on insight_upload (created_at);
create index insight_upload_due on insight_upload (agency_id, due_at) where due_at is not null;

create table insight_upload_part (
  agency_id integer not null,
  upload_id uuid not null,
  position integer not null check (position >= 0),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  primary key (agency_id, upload_id, position),
  foreign key (agency_id, upload_id) references insight_upload (agency_id, id) on delete cascade
);

-- How the columns of a file were named last time. Files of one heading have one row.
create table import_mapping (
  agency_id integer not null references agency (id),
  kind text not null check (kind in ('media-mentions', 'search-visibility', 'ai-visibility')),
  heading_hash bytea not null check (octet_length(heading_hash) = 32),
  mapping jsonb not null,
  used_at timestamptz(3) not null default now(),
  primary key (agency_id, kind, heading_hash)
);

-- Mentions of one origin in the order in which they came in.
create index media_mention_by_arrival on media_mention (agency_id, origin, id);
