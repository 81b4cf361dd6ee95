-- While 0.1.0 still runs beside this program it reads these two columns for each page. They stay empty, and go with the release
-- after 0.2.0.
alter table release add column image jsonb;
alter table release add column assets jsonb not null default '[]';
