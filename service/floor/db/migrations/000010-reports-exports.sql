-- Campaigns and portfolios, the frozen reports on them, and the files made of the reports.

create table campaign (
  agency_id integer not null references agency (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id)
);
create table campaign_release (
  agency_id integer not null,
  campaign_id uuid not null,
  release_id integer not null,
  primary key (agency_id, campaign_id, release_id),
  foreign key (agency_id, campaign_id) references campaign (agency_id, id) on delete cascade,
  foreign key (agency_id, release_id) references release (agency_id, id) on delete cascade
);

create table portfolio (
  agency_id integer not null references agency (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id)
);
create table portfolio_client (
  agency_id integer not null,
  portfolio_id uuid not null,
  client_id integer not null,
  primary key (agency_id, portfolio_id, client_id),
  foreign key (agency_id, portfolio_id) references portfolio (agency_id, id) on delete cascade,
  foreign key (agency_id, client_id) references client (agency_id, id) on delete cascade
);
create table portfolio_campaign (
  agency_id integer not null,
  portfolio_id uuid not null,
  campaign_id uuid not null,
  primary key (agency_id, portfolio_id, campaign_id),
  foreign key (agency_id, portfolio_id) references portfolio (agency_id, id) on delete cascade,
  foreign key (agency_id, campaign_id) references campaign (agency_id, id) on delete cascade
);

-- The end of each agency's chain. Its row is locked by whoever adds a report, so reports link up one after the other.
create table report_chain (
  agency_id integer primary key references agency (id),
  last_number bigint not null default 0,
  last_hash text check (last_hash ~ '^[0-9a-f]{64}$')
);

create table publication_report (
  agency_id integer not null references agency (id),
  id uuid not null,
  -- Place in the agency's chain, from 1.
  number bigint not null check (number > 0),
  scope_type text not null check (scope_type in ('article', 'campaign', 'portfolio')),
  scope_id text not null,
  title text not null,
  days integer not null check (days between 1 and 365),
  from_day date not null,
  to_day date not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  idempotency_key text check (char_length(idempotency_key) between 1 and 100),
  -- RFC 8785 text of everything but `integrity`, as it was hashed.
  content text not null,
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  previous_hash text check (previous_hash ~ '^[0-9a-f]{64}$'),
  primary key (agency_id, id),
  unique (agency_id, number),
  check ((previous_hash is null) = (number = 1))
);
create unique index publication_report_by_idempotency_key
  on publication_report (agency_id, idempotency_key)
  where idempotency_key is not null;
create index publication_report_by_scope
  on publication_report (agency_id, scope_type, scope_id, number desc);

-- A report says what was known when it was made. Only the deletion of an agency's reporting data may remove its reports, and says
-- so for the length of its transaction.
create function refuse_report_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if current_setting('pr_service.deletes_reports_of', true) = old.agency_id::text then
      return old;
    end if;
  end if;
  raise exception 'A publication report can be neither changed nor deleted.' using errcode = 'restrict_violation';
end
$$;
create trigger publication_report_is_immutable
  before update or delete on publication_report
  for each row execute function refuse_report_change();
create trigger publication_report_is_not_truncated
  before truncate on publication_report
  for each statement execute function refuse_report_change();

create table export_job (
  agency_id integer not null references agency (id),
  id uuid not null,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 100),
  format text not null check (format in ('pdf', 'csv', 'json')),
  scope_type text not null check (scope_type in ('article', 'campaign', 'portfolio')),
  scope_id text not null,
  days integer not null check (days between 1 and 365),
  created_by text not null,
  status text not null default 'queued' check (status in ('queued', 'processing', 'completed', 'failed')),
  error text check (error in ('scope_deleted', 'rendering_failed', 'too_many_attempts')),
  created_at timestamptz(3) not null default now(),
  -- When the loop has to look at it: from when on it may be claimed, or when its lease ends. Null: never again.
  due_at timestamptz default now(),
  attempts integer not null default 0,
  -- Fences every step of one attempt; a new claim makes a new one.
  lease_token uuid,
  report_id uuid,
  -- Names the stored bytes: the token of the attempt that wrote them. Null once they are removed.
  artifact_id uuid,
  file_name text,
  file_bytes bigint,
  file_hash text check (file_hash ~ '^[0-9a-f]{64}$'),
  completed_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (agency_id, id),
  -- Also what makes one job of equal calls.
  unique (agency_id, idempotency_key),
  foreign key (agency_id, report_id) references publication_report (agency_id, id),
  check ((status in ('queued', 'processing')) = (due_at is not null)),
  check ((status = 'failed') = (error is not null)),
  check ((status = 'completed') = (completed_at is not null and expires_at is not null))
);
-- The queue: nothing but what is to be done, in the order of its turn.
create index export_job_due on export_job (due_at, id) where due_at is not null;
-- Files whose bytes will have to be removed.
create index export_job_expiring on export_job (expires_at) where status = 'completed' and artifact_id is not null;
create index export_job_by_report on export_job (agency_id, report_id);

-- Files in pieces, so that neither writing nor reading one ever holds it whole.
create table export_chunk (
  agency_id integer not null,
  job_id uuid not null,
  artifact_id uuid not null,
  number integer not null check (number >= 0),
  bytes bytea not null,
  primary key (agency_id, job_id, artifact_id, number)
);
-- PDF is compressed already, and a piece is read once: trying to compress it would only cost time.
alter table export_chunk alter column bytes set storage external;

create table report_schedule (
  agency_id integer not null references agency (id),
  id uuid not null,
  scope_type text not null check (scope_type in ('article', 'campaign', 'portfolio')),
  scope_id text not null,
  format text not null check (format in ('pdf', 'csv', 'json')),
  days integer not null check (days between 1 and 365),
  rhythm text not null check (rhythm in ('weekly', 'monthly')),
  -- ISO day of the week (1 Monday) or day of the month.
  on_day integer not null,
  -- Wall-clock time in the agency's time zone.
  at_time time(0) not null,
  created_at timestamptz(3) not null default now(),
  next_run_at timestamptz(3),
  last_run_at timestamptz(3),
  last_job_id uuid,
  last_error text,
  primary key (agency_id, id),
  check (on_day between 1 and case rhythm when 'weekly' then 7 else 31 end)
);
create index report_schedule_due on report_schedule (next_run_at, id) where next_run_at is not null;
