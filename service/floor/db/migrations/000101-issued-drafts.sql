-- From then on an issued draft is kept for 30 days. Those of before have no moment, and are kept as long from their making.
alter table report_draft add column issued_at timestamp(3) with time zone;
create index report_draft_issued on report_draft ((coalesce(issued_at, created_at))) where report_id is not null;
