-- An import is stored in many short transactions. Its rows count from the one statement that ends `storing`; until then the rows
-- that they replace do. `replacing`: its rows count, and rows that it replaced are still to be removed. `given_up`: its rows never
-- count and are to be removed.
alter table insight_import
  add column state text not null default 'stored' check (state in ('storing', 'given_up', 'replacing', 'stored')),
  -- Until when whoever stores or removes its rows has it for sure.
  add column lease_until timestamptz,
  add constraint insight_import_lease check ((state in ('storing', 'given_up')) = (lease_until is not null));
-- One at a time in each agency, so that a row is replaced by one import only.
create unique index insight_import_at_work on insight_import (agency_id) where state in ('storing', 'given_up');
create index insight_import_unfinished on insight_import (agency_id, id) where state <> 'stored';

alter table media_mention
  add column superseded_by uuid,
  drop constraint media_mention_agency_id_release_id_origin_item_hash_key;
create unique index media_mention_once on media_mention (agency_id, release_id, origin, item_hash) where superseded_by is null;
create index media_mention_superseded on media_mention (agency_id, superseded_by) where superseded_by is not null;
drop index media_mention_by_arrival;
-- Mentions of one origin, those of one file together: a list steps over the file that is being stored.
create index media_mention_by_arrival on media_mention (agency_id, origin, import_id, id);

alter table search_visibility
  add column superseded_by uuid,
  drop constraint search_visibility_agency_id_release_id_source_query_period__key;
create unique index search_visibility_once
  on search_visibility (agency_id, release_id, source, query, period_from, period_to) where superseded_by is null;
create index search_visibility_superseded on search_visibility (agency_id, superseded_by) where superseded_by is not null;
create index search_visibility_by_import on search_visibility (agency_id, import_id, id);

alter table ai_visibility_run add column superseded_by uuid;
drop index ai_visibility_run_of_sample;
create unique index ai_visibility_run_of_sample
  on ai_visibility_run (agency_id, release_id, source, engine, model, md5(prompt), observed_at) where superseded_by is null;
create index ai_visibility_run_superseded on ai_visibility_run (agency_id, superseded_by) where superseded_by is not null;
create index ai_visibility_run_by_import on ai_visibility_run (agency_id, import_id, id);

-- Why a file could not be taken in: a code with its values, from which each language is made. Files that were refused before are
-- mapped anew without the old list.
alter table insight_upload drop column fault;
alter table insight_upload add column fault jsonb;
update insight_upload
set result = jsonb_set(result, '{badLines}', '[]')
where state = 'refused'
  and jsonb_typeof(result) = 'object';
