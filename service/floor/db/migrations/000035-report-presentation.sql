-- How an agency's reports look and are named, and how they reach people.

-- Pictures that frozen reports show, by their hash: a report names the hash, so a later logo changes no earlier report.
create table report_picture (
  agency_id integer not null references agency (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  width integer not null check (width between 1 and 8000),
  height integer not null check (height between 1 and 8000),
  -- A megabyte: a report with two of them still goes by mail.
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, sha256)
);

create table agency_branding (
  agency_id integer primary key references agency (id),
  color_primary text check (color_primary ~ '^#[0-9a-f]{6}$'),
  color_secondary text check (color_secondary ~ '^#[0-9a-f]{6}$'),
  sender_name text check (char_length(sender_name) between 1 and 100),
  reply_to text check (char_length(reply_to) between 3 and 254),
  conversion_labels jsonb not null default '{}' check (jsonb_typeof(conversion_labels) = 'object'),
  logo_sha256 text,
  updated_at timestamptz(3) not null default now(),
  foreign key (agency_id, logo_sha256) references report_picture (agency_id, sha256)
);

-- Who gets the reports of a schedule.
alter table report_schedule add column recipients text[] not null default '{}' check (cardinality(recipients) <= 20);

-- The outbox of reports: one row a recipient.
create table report_mail (
  agency_id integer not null,
  id uuid not null,
  report_id uuid not null,
  recipient text not null check (char_length(recipient) between 3 and 254),
  reply_to text check (char_length(reply_to) between 3 and 254),
  message text check (char_length(message) between 1 and 2000),
  created_by text not null check (char_length(created_by) between 1 and 200),
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'cancelled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  last_error text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz,
  primary key (agency_id, id),
  foreign key (agency_id, report_id) references publication_report (agency_id, id)
);
create index report_mail_due on report_mail (agency_id, next_attempt_at) where status = 'waiting';
create index report_mail_by_report on report_mail (agency_id, report_id);

-- Links that open one report as a page. Only the hash of the token is kept.
create table report_link (
  agency_id integer not null,
  id uuid not null,
  report_id uuid not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  password_salt bytea check (octet_length(password_salt) = 16),
  password_hash bytea check (octet_length(password_hash) = 32),
  created_by text not null check (char_length(created_by) between 1 and 200),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_opened_at timestamptz(3),
  -- Links of a mail: another attempt to send it takes the earlier link back.
  mail_id uuid,
  primary key (agency_id, id),
  foreign key (agency_id, report_id) references publication_report (agency_id, id),
  check ((password_salt is null) = (password_hash is null))
);
create index report_link_by_report on report_link (agency_id, report_id, id desc);
