-- An owner says that an issuer vouches for every mail address that it names, `email_verified` or not.
alter table partner add column trusts_email boolean not null default false;
-- Agencies that the person was removed from while the session was open: it never sees them again, even after a new invitation.
alter table person_session add column ended_agency_ids integer[] not null default '{}';
-- Preview links made before this moment open nothing any more. They are signed and stored nowhere.
alter table draft add column preview_links_revoked_at timestamptz;

-- What an older program adds beside is found by its age, without a look at all that there is.
create index approval_link_by_age on approval_link (created_at);
create index embargo_link_by_age on embargo_link (created_at);
create index report_link_by_age on report_link (created_at);
