-- Hashes that a time stamping authority is asked to stamp (RFC 3161), and its answers. A row waits until one has answered.
create table time_stamp (
  agency_id integer not null references agency (id),
  id uuid not null default gen_random_uuid(),
  subject_type text not null check (subject_type in ('report', 'head', 'approval', 'release')),
  -- Of a head its day and number, of a release its id and version.
  subject_id text not null check (char_length(subject_id) between 1 and 100),
  -- What is hashed: JSON of ids, hashes and times, so that the imprint can be made again.
  statement text not null check (char_length(statement) between 2 and 10000),
  imprint text not null check (imprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null default now(),
  -- The authority's signed answer, and what it says.
  token bytea check (octet_length(token) between 1 and 65536),
  stamped_at timestamptz(3),
  authority text check (char_length(authority) between 1 and 300),
  policy text check (char_length(policy) between 1 and 100),
  is_qualified boolean,
  certificate_ends_at timestamptz(3),
  attempts integer not null default 0,
  fault text check (char_length(fault) <= 300),
  due_at timestamptz default now(),
  lease_token uuid,
  primary key (agency_id, id),
  unique (agency_id, subject_type, subject_id),
  check ((token is null) = (stamped_at is null)),
  check (token is null or (authority is not null and policy is not null and is_qualified is not null and certificate_ends_at is not null))
) with (fillfactor = 80);
create index time_stamp_due on time_stamp (agency_id, due_at) where due_at is not null;
