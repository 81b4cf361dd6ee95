-- Approvals that came by telephone or on paper, and that somebody of the agency recorded.
alter table client_approval_rule add column allows_recorded boolean not null default false;

alter table approval
  add column kind text not null default 'link' check (kind in ('link', 'recorded')),
  -- Who recorded it. No foreign key: an approval outlives the account.
  add column recorded_by uuid,
  add column recorded_how text check (recorded_how in ('telephone', 'meeting', 'paper', 'other')),
  add column recorded_note text check (char_length(recorded_note) between 1 and 2000),
  add constraint approval_recorded check (
    (kind = 'recorded') = (recorded_by is not null and recorded_how is not null and recorded_note is not null)
  ) not valid;
