-- People of the media come in by files too.
alter table insight_import
  drop constraint insight_import_kind_check,
  add constraint insight_import_kind_check
    check (kind in ('media-mentions', 'search-visibility', 'ai-visibility', 'media-contacts'));
alter table insight_upload
  drop constraint insight_upload_kind_check,
  add constraint insight_upload_kind_check
    check (kind in ('media-mentions', 'search-visibility', 'ai-visibility', 'media-contacts'));
alter table import_mapping
  drop constraint import_mapping_kind_check,
  add constraint import_mapping_kind_check
    check (kind in ('media-mentions', 'search-visibility', 'ai-visibility', 'media-contacts'));
