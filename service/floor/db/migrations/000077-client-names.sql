-- Products and other spellings by which media name a client.
alter table client
  add column other_names text[] not null default '{}' check (cardinality(other_names) <= 20);

-- What people enter, whatever its origin, is one list.
create index media_mention_entered on media_mention (agency_id, published_at desc, id desc) where provider_id is null;
