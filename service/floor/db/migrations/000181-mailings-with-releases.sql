-- A planned mailing for which nobody chose a later moment: it is due with the publication of its text, also where that comes earlier. Of
-- those that an earlier release planned nobody knows whether the moment was chosen, so they keep it.
alter table mailing add column waits_for_release boolean not null default false;
