-- What a recipient's side answered to a mailing: objections, and mails that could not be delivered. Openings and clicks are noted of nobody.
create table mailing_event (
  agency_id integer not null,
  mailing_id uuid not null,
  -- No foreign key: what became of a mailing is known after a contact has gone.
  contact_id uuid not null,
  kind text not null check (kind in ('objected', 'bounced_hard', 'bounced_soft')),
  occurred_at timestamptz(3) not null default now(),
  primary key (agency_id, mailing_id, contact_id, kind),
  foreign key (agency_id, mailing_id) references mailing (agency_id, id) on delete cascade
);
