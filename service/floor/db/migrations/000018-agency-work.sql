-- Which agencies have work in which queue, so that loops can serve them in turn and each claim is about one agency's rows.
-- A row is a promise that the agency's queue is looked at when due_at has come. Rows are inserted and deleted, never updated. One
-- is enough for an agency's queue, and no constraint says so: those who enqueue at the same time would wait for each other.
create table agency_work (
  agency_id integer not null references agency (id),
  id uuid not null default gen_random_uuid(),
  queue text not null check (char_length(queue) between 1 and 50),
  due_at timestamptz not null,
  announced_at timestamptz not null default now(),
  primary key (agency_id, id)
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 500
);
create index agency_work_in_turn on agency_work (queue, agency_id, due_at);

-- Each queue in the order in which one agency's rows are claimed.
drop index webhook_queue_ready;
drop index webhook_queue_waiting;
drop index webhook_queue_leased;
alter table webhook_queue drop column is_ready;
create index webhook_queue_by_endpoint on webhook_queue (agency_id, webhook_id, next_attempt_at, message_id);
create index webhook_queue_leased on webhook_queue (agency_id, webhook_id, next_attempt_at) where lease_token is not null;
drop index export_job_due;
create index export_job_due on export_job (agency_id, due_at, id) where due_at is not null;
drop index report_schedule_due;
create index report_schedule_due on report_schedule (agency_id, next_run_at, id) where next_run_at is not null;
drop index draft_due;
create index draft_due on draft (agency_id, scheduled_for, id) where status = 'scheduled';
drop index approval_due;
create index approval_due on approval (agency_id, expires_at, id) where status = 'pending';
drop index approval_mail_due;
create index approval_mail_due on approval_mail (agency_id, next_attempt_at, approval_id) where status = 'waiting';
drop index provider_connection_due;
create index provider_connection_due on provider_connection (agency_id, next_check_at, id) where next_check_at is not null;
