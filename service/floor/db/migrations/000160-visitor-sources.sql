-- A visitor's row holds its sources and, for the first visitor of a user agent at an address, that place among the 40 that count as
-- people. So a new visitor takes one row instead of three. What the previous release wrote is in visitor_day_value and address_day.
-- The release after next drops address_day, which nothing writes any more.
alter table visitor_day
  -- Short and first: with it the row's fields lie without a gap.
  add column agent_id integer,
  add column source_id bigint,
  -- Of address and release; null for all visitors that take no place.
  add column address_key bigint,
  -- Null for nearly all.
  add column other_sources bigint[],
  -- What the last write added, as the four below: null where that write made the row and so added all of it.
  add column new_sources bigint[],
  alter column new_visitors drop not null,
  alter column new_visits drop not null,
  alter column new_channels drop not null,
  alter column new_interaction_kinds drop not null;

create index visitor_day_by_address on visitor_day (address_key) where address_key is not null;
