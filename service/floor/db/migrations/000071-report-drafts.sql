-- Reports that are looked through before they are issued. They hold no figures: those are read when somebody looks, and when it is issued.
create table report_draft (
  agency_id integer not null references agency (id),
  id uuid not null,
  scope_type text not null check (scope_type in ('article', 'campaign', 'portfolio')),
  scope_id text not null,
  period text not null check (length(period) <= 30),
  comparison text check (comparison in ('previous_period', 'previous_year')),
  formats text[] not null check (cardinality(formats) between 1 and 3 and formats <@ array['pdf', 'csv', 'json']),
  recipients text[] not null check (cardinality(recipients) <= 20),
  comment text check (char_length(comment) <= 4000),
  created_at timestamp(3) with time zone not null default now(),
  created_by text not null,
  -- From here on it is issued; null while it waits for somebody, and once it is a report.
  issue_at timestamp(3) with time zone,
  issued_by text,
  reply_to text,
  lease_token uuid,
  attempts integer not null default 0,
  report_id uuid,
  error text,
  primary key (agency_id, id)
);
create index report_draft_due on report_draft (agency_id, issue_at) where issue_at is not null;
