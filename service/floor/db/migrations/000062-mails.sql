-- Every mail that waits to be sent, and what became of it. Its text and its links are made when it goes out, of what it is about.
create table mail (
  agency_id integer not null references agency (id),
  id uuid not null default gen_random_uuid(),
  -- Mails of one lane never wait for those of another.
  lane text not null check (lane in ('sign_in', 'personal', 'many')),
  kind text not null check (char_length(kind) between 1 and 50),
  -- An approval, a subscription, a report or a person.
  about_id uuid not null,
  -- Of one kind and about the same there is one mail for each value, and any number where it is null.
  once text check (char_length(once) <= 100),
  -- Goes out as one mail with all of its kind that are about the same and due.
  is_bundled boolean not null default false,
  recipient text check (char_length(recipient) between 3 and 254),
  details jsonb not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'cancelled', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz,
  lease_token uuid,
  last_error text check (char_length(last_error) <= 200),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (agency_id, id),
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'waiting') = (finished_at is null))
) with (fillfactor = 70);
create index mail_due on mail (agency_id, lane, due_at, id) where due_at is not null;
create unique index mail_once on mail (agency_id, about_id, kind, once);
create index mail_by_kind on mail (agency_id, kind, created_at);
create index mail_finished on mail (kind, finished_at) where finished_at is not null;
