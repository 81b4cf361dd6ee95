-- What an agency and its client want to reach with a text, a campaign or in a period. A goal is a draft until it is fixed; from then on
-- it never changes, and another one may replace it.
create table goal (
  agency_id integer not null references agency (id),
  id uuid not null,
  client_id integer not null,
  scope_type text not null check (scope_type in ('release', 'campaign', 'client')),
  -- Of a release its draft, where it has one: most texts are no release yet when their goal is set.
  scope_id text not null check (char_length(scope_id) between 1 and 36),
  from_day date not null,
  to_day date not null,
  objective text not null check (char_length(objective) between 1 and 300),
  audience text not null check (char_length(audience) between 1 and 200),
  measures jsonb not null check (jsonb_array_length(measures) between 1 and 6),
  -- The fixed goal that this one takes over from.
  replaces uuid,
  created_at timestamptz(3) not null default now(),
  -- RFC 8785 of all that is fixed, its SHA-256, and the service's signature over that.
  statement text check (char_length(statement) between 2 and 10000),
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  signature text check (char_length(signature) = 86),
  key_id text check (char_length(key_id) = 43),
  fixed_at timestamptz(3),
  fixed_by text check (char_length(fixed_by) <= 100),
  -- Fixed after its period had begun or its release had been published.
  is_later boolean,
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id),
  check (from_day <= to_day and to_day - from_day < 365),
  check (
    num_nonnulls(statement, content_hash, signature, key_id, fixed_at, fixed_by, is_later) in (0, 7)
  )
);
create index goal_of_client on goal (agency_id, client_id, created_at desc);
create index goal_of_scope on goal (agency_id, scope_type, scope_id, from_day) where fixed_at is not null;
create unique index goal_replaced_once on goal (agency_id, replaces) where replaces is not null and fixed_at is not null;

-- As with reports: only the deletion of an agency's reporting data may remove what was fixed, and says so in its transaction.
create function refuse_goal_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'TRUNCATE' then
    if old.fixed_at is null then
      return case when tg_op = 'DELETE' then old else new end;
    end if;
    if tg_op = 'DELETE' and current_setting('pr_service.deletes_reports_of', true) = old.agency_id::text then
      return old;
    end if;
  end if;
  raise exception 'A fixed goal can be neither changed nor deleted.' using errcode = 'restrict_violation';
end
$$;
create trigger goal_is_immutable
  before update or delete on goal
  for each row execute function refuse_goal_change();
create trigger goal_is_not_truncated
  before truncate on goal
  for each statement execute function refuse_goal_change();

alter table time_stamp
  drop constraint time_stamp_subject_type_check,
  add constraint time_stamp_subject_type_check
    check (subject_type in ('report', 'head', 'approval', 'release', 'goal')) not valid;
alter table alert
  drop constraint alert_kind_check,
  add constraint alert_kind_check
    check (
      kind in (
        'first_clipping', 'first_views', 'feed_broken', 'approval_overdue', 'new_mentions', 'goal_reached', 'goal_ended'
      )
    ) not valid;
