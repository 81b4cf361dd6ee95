-- What a correction and the end of an agency need.

-- The version that readers have. The newest one may be a correction that waits for its approval.
alter table draft add column published_version integer check (published_version <= version);
update draft set published_version = version where status in ('published', 'archived');
alter table draft add constraint draft_published_version_check
  check (status not in ('published', 'archived') or published_version = version);
-- An operator names a draft by its id alone.
create index draft_by_id on draft (id);

-- From the first moment on the agency is not reachable, at the second one it is removed. Null for one that stays.
alter table agency add column deletion_requested_at timestamptz(3);
alter table agency add column delete_after timestamptz(3);
alter table agency add constraint agency_deletion_check
  check ((deletion_requested_at is null) = (delete_after is null));
create index agency_to_delete on agency (delete_after) where delete_after is not null;

-- Who wrote a version; null for those from before. An agent's drafts are marked as such.
alter table draft_version add column author_type text;
alter table draft_version add column author_id text;

-- The dashboard's list, last changed first.
create index draft_by_update on draft (agency_id, updated_at desc, id desc);
