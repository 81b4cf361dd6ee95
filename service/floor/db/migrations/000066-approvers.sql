-- Several people approve a text: whom a client wants asked, and who was asked in a round.

create table client_approval_rule (
  agency_id integer not null,
  client_id integer not null,
  -- Who has to approve each text of the client; empty where one person is chosen each time.
  contact_ids uuid[] not null default '{}' check (cardinality(contact_ids) <= 5),
  -- One after the other in the order above, or all at once.
  is_in_order boolean not null default true,
  updated_at timestamptz(3) not null default now(),
  primary key (agency_id, client_id),
  foreign key (agency_id, client_id) references client (agency_id, id)
);

-- Who is asked in a round. An approval of one person has no rows here until that person passes it on.
create table approval_approver (
  agency_id integer not null,
  approval_id uuid not null,
  contact_id uuid not null,
  contact_name text not null,
  -- Those of the lowest turn that have not answered are asked; the others come later.
  turn integer not null check (turn between 1 and 10),
  status text not null check (status in ('waiting', 'asked', 'approved', 'changes_requested', 'passed_on')),
  asked_at timestamptz(3),
  decided_at timestamptz(3),
  comment text check (char_length(comment) between 1 and 4000),
  -- Nobody decides twice.
  primary key (agency_id, approval_id, contact_id),
  foreign key (agency_id, approval_id) references approval (agency_id, id),
  foreign key (agency_id, contact_id) references client_contact (agency_id, id),
  check ((status in ('approved', 'changes_requested')) = (decided_at is not null))
);
create index approval_approver_by_contact on approval_approver (agency_id, contact_id, approval_id);

-- How many answers of a round are missing; null for an approval of one person.
alter table approval add column awaited integer check (awaited between 0 and 10);
-- Holds for the release before this one too, which knows of one person only.
alter table approval add constraint approval_of_all check (status <> 'approved' or coalesce(awaited, 0) = 0) not valid;

-- Whose link it is; null for one made before, which is that of the approval's contact.
alter table approval_link add column contact_id uuid;
