-- The window that a state was typed in, so that a second one of the same person overwrites it knowingly. None for older states.
alter table unsaved_text add column window_id uuid;
