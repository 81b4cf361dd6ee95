-- Press mailings to people of the media. Their mails lie in `mail`, one for each recipient: `about_id` is the mailing, `once` the contact.
create table mailing (
  agency_id integer not null,
  id uuid not null default gen_random_uuid(),
  client_id integer not null,
  -- Null for a plain message.
  release_id integer,
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'preparing', 'sending', 'sent', 'stopped')),
  subject text not null check (char_length(subject) <= 140),
  -- With placeholders; each recipient gets its own.
  message text not null check (char_length(message) <= 5000),
  list_ids uuid[] not null default '{}' check (cardinality(list_ids) <= 20),
  contact_ids uuid[] not null default '{}' check (cardinality(contact_ids) <= 200),
  asset_ids uuid[] not null default '{}' check (cardinality(asset_ids) <= 10),
  reply_to text not null check (char_length(reply_to) between 3 and 254),
  -- When the loop has to look at it: at its time, and while it is being sent.
  due_at timestamptz(3),
  -- Who confirmed that it informs and does not advertise, in which moment. No foreign key: a mailing outlives the account.
  confirmed_by uuid,
  confirmed_at timestamptz(3),
  -- How many were left out when it was prepared, by reason.
  left_out jsonb not null default '{}',
  prepared_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id),
  foreign key (agency_id, release_id) references release (agency_id, id),
  check ((status in ('scheduled', 'preparing', 'sending')) = (due_at is not null))
);
create index mailing_due on mailing (agency_id, due_at) where due_at is not null;
create index mailing_by_release on mailing (agency_id, release_id) where release_id is not null;

-- A lane of its own behind all others. Not validated: every row that is there has one of the first three.
alter table mail drop constraint mail_lane_check;
alter table mail
  add constraint mail_lane_check check (lane in ('sign_in', 'personal', 'many', 'mailing')) not valid;
-- What a contact got, and which mailing was the last one before it objected.
create index mail_of_contact on mail (agency_id, once, finished_at) where kind = 'mailing';
