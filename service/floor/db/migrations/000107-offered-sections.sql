-- The sections that there were when a template was chosen: a later one was not left out by anybody. Null for the seven of before.
alter table client_report_template add column offered text[];
