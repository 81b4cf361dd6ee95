-- While 0.1.0 still runs beside this program it publishes without saying which version readers have. A correction needs to know.
-- Goes with the release after 0.2.0.
create function note_published_version() returns trigger language plpgsql as $$
begin
  new.published_version = new.version;
  return new;
end;
$$;
create trigger draft_published_by_previous
  before insert or update of status on draft
  for each row
  when (new.status in ('published', 'archived') and new.published_version is null)
  execute function note_published_version();
