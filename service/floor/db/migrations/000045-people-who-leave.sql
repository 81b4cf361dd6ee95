-- Since when the person works for no agency; null while it works for one.
alter table person add column left_at timestamptz(3);
create index person_by_leaving on person (left_at) where left_at is not null;

-- A link that confirms a session: it works in that session's browser alone, and opens no other session.
alter table sign_in_link add column session_id uuid references person_session (id) on delete cascade;
create index sign_in_link_by_session on sign_in_link (session_id) where session_id is not null;

-- The log by person and by action: without these a filter for something rare reads the whole log of an agency.
create index audit_by_actor on audit (agency_id, actor_id, id);
create index audit_by_action on audit (agency_id, action, id);
