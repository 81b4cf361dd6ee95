-- The log of one kind of thing, newest first.
create index audit_by_subject on audit (agency_id, subject_type, id);
