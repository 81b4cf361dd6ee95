-- Who wants it is told once a day what feeds have found.
alter table alert
  drop constraint alert_kind_check,
  add constraint alert_kind_check
    check (kind in ('first_clipping', 'first_views', 'feed_broken', 'approval_overdue', 'new_mentions')) not valid;
