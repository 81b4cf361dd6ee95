-- People ask for approvals in the dashboard: they get the answer by mail, their contacts a reminder, and the page Heute knows what is new.

-- The person who asked, where it was one. No foreign key: an approval outlives the account of whoever asked for it.
alter table approval add column requested_by uuid;
create index approval_decided on approval (agency_id, decided_at desc) where decided_at is not null;

alter table approval_mail add column kind text not null default 'request'
  check (kind in ('request', 'reminder', 'decision'));
alter table approval_mail drop constraint approval_mail_pkey;
alter table approval_mail add primary key (agency_id, approval_id, kind);

-- The link of a reminder works beside the one before it: the contact may be reading at that moment.
drop index approval_link_current;
create index approval_link_current on approval_link (agency_id, approval_id) where replaced_at is null;

-- The visits of a person to the page Heute: the one that goes on, and the one before it.
alter table membership
  add column today_seen_at timestamptz(3),
  add column today_seen_before timestamptz(3);
