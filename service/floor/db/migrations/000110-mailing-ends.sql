-- How a mailing ends: the number that was typed for it, why it stopped by itself, and its figures from then on.
alter table mailing
  -- The recipients that its sender typed, above 500.
  add column typed_count integer check (typed_count >= 0),
  -- Null where a person stopped it.
  add column stop_reason text check (char_length(stop_reason) between 1 and 40),
  -- Null until it ends: then counted once. A mail that comes back later changes them.
  add column sent_count integer check (sent_count >= 0),
  add column undeliverable_count integer check (undeliverable_count >= 0),
  add column cancelled_count integer check (cancelled_count >= 0),
  -- Null until its recipients are forgotten: objections by then, media that got it, and those of them that had reported.
  add column objection_count integer check (objection_count >= 0),
  add column media_addressed integer check (media_addressed >= 0),
  add column media_reported integer check (media_reported >= 0);
-- The address for replies is forgotten with them.
alter table mailing alter column reply_to drop not null;
create index mailing_to_forget on mailing (finished_at) where finished_at is not null and media_addressed is null;

-- The last mailing before an objection. No foreign key: the objection outlives it.
alter table media_contact_objection add column mailing_id uuid;
create index media_contact_objection_by_mailing on media_contact_objection (agency_id, mailing_id)
  where mailing_id is not null;
-- Finds that mailing, also where the contact is gone.
create index mail_by_address on mail (agency_id, (details ->> 'addressKey')) where kind = 'mailing';
