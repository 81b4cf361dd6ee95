-- One of several may have approved by telephone or on paper too, and a file may prove what was recorded.

alter table approval_approver
  -- Who recorded it. No foreign key: an approval outlives the account.
  add column recorded_by uuid,
  add column recorded_how text check (recorded_how in ('telephone', 'meeting', 'paper', 'other')),
  add column recorded_note text check (char_length(recorded_note) between 1 and 2000),
  add constraint approval_approver_recorded check (
    num_nulls(recorded_by, recorded_how, recorded_note) in (0, 3) and (recorded_by is null or status = 'approved')
  ) not valid;

-- The file that came with a recorded approval of one contact: a signed sheet, a photograph of one.
create table approval_file (
  agency_id integer not null,
  approval_id uuid not null,
  contact_id uuid not null,
  file_id uuid not null,
  file_name text not null check (char_length(file_name) between 1 and 200),
  media_type text not null,
  bytes integer not null check (bytes between 1 and 10000000),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, approval_id, contact_id),
  -- The release before this one deletes approvals and knows of no files.
  foreign key (agency_id, approval_id) references approval (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references media_file (agency_id, id)
);
