-- What a person has corrected of a clipping. The next file of the same service had the old headline, medium or day again, and a report
-- showed what somebody had put right. Empty in the rows of an earlier release, which does not say what was corrected.
alter table media_mention add column corrected_fields text[] not null default '{}';
