-- Moves of several agencies take turns: how far the dry run has read its file, and for how long, so that the next turn goes on there.
alter table newsroom_move
  add column checked_entries integer not null default 0 check (checked_entries >= 0),
  add column checked_ms integer not null default 0 check (checked_ms >= 0);
-- Those that nobody started are discarded after a while.
create index newsroom_move_waiting on newsroom_move (created_at) where state in ('receiving', 'checked', 'failed');
