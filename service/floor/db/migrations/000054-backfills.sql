-- How far each backfill is (service/db/backfills.ts). One that has not begun has no row.
create table backfill (
  name text primary key,
  state text not null default 'running' check (state in ('running', 'failing', 'done')),
  -- The key of the last row that was looked at; null at the beginning of a pass over the table.
  after_key jsonb,
  passes integer not null default 0 check (passes >= 0),
  filled_in_pass bigint not null default 0 check (filled_in_pass >= 0),
  rows_filled bigint not null default 0 check (rows_filled >= 0),
  failures integer not null default 0 check (failures >= 0),
  error text,
  retry_at timestamptz(3) not null default now(),
  -- When its last chunk ended.
  worked_at timestamptz(3) not null default now(),
  check ((state = 'failing') = (error is not null))
);
