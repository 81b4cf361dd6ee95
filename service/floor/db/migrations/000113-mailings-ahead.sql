-- Mailings about a text that is not published yet. No foreign key: what was mailed outlives a draft that is deleted.
alter table mailing
  add column draft_id uuid,
  -- It goes out before the publication, with a link to the text in place of the text.
  add column is_embargoed boolean not null default false;
alter table mailing
  add constraint mailing_embargo_check check (not is_embargoed or draft_id is not null) not valid;
create index mailing_by_draft on mailing (agency_id, draft_id) where draft_id is not null;

-- One link for all recipients of a mailing. It has no password: readers accept the embargo.
alter table embargo_link
  add column mailing_id uuid;
create unique index embargo_link_by_mailing on embargo_link (agency_id, mailing_id) where mailing_id is not null;

-- Who accepted an embargo and gave a name of their own will. Who gave none is noted nowhere.
create table embargo_acceptance (
  agency_id integer not null,
  id uuid not null default gen_random_uuid(),
  link_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  accepted_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, link_id) references embargo_link (agency_id, id) on delete cascade
);
create index embargo_acceptance_by_link on embargo_acceptance (agency_id, link_id, accepted_at);
