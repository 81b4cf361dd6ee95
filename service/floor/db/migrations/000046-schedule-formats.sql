-- All files that a schedule makes of its one report, the first one first. Null where only `format` was written, as programs of before
-- this migration do; they go on with that one.
alter table report_schedule add column formats text[]
  check (cardinality(formats) between 1 and 3 and formats <@ array['pdf', 'csv', 'json'] and formats[1] = format);

-- What is attached to the mail.
alter table report_mail add column formats text[] not null default '{pdf}'
  check (cardinality(formats) between 1 and 3 and formats <@ array['pdf', 'csv', 'json']);
