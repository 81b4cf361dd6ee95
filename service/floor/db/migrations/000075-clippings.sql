-- Clippings that people enter, judge and reject. Not each is about a release.

alter table media_mention
  alter column release_id drop not null,
  -- Whose clipping it is. Null in rows of before, which have a release: the backfill `mention-client` writes it.
  add column client_id integer,
  -- Where only the day is known; `published_at` is then its midnight in the agency's time zone.
  add column published_on date,
  add column author text check (char_length(author) between 1 and 200),
  -- Page of a newspaper or time of a broadcast. Not `place`: a statement of 0.2.0 joins this table with one that has such a column.
  add column locator text check (char_length(locator) between 1 and 200),
  add column language text check (char_length(language) between 2 and 35),
  -- For the agency alone: it never leaves with a report or by the API.
  add column note text check (char_length(note) between 1 and 4000),
  -- Who says what reach is; null where it is the source of the row.
  add column reach_source text check (char_length(reach_source) between 1 and 200),
  -- By a person of the agency, never by a machine.
  add column tone text check (tone in ('negative', 'neutral', 'positive', 'mixed')),
  add column tone_by uuid,
  add column tone_at timestamptz(3),
  add column key_messages text[] not null default '{}' check (cardinality(key_messages) <= 100),
  add column state text not null default 'confirmed' check (state in ('found', 'confirmed', 'rejected')),
  add column state_at timestamptz(3),
  -- Who said what the match is; null where it is the feed or the file that brought the row.
  add column match_type_by text check (match_type_by in ('person', 'comparison')),
  -- The person who entered it; null for what a feed, a file or an operator brought.
  add column entered_by uuid,
  -- The release for which a feed or a file brought it, where a person has moved it: it is not brought again.
  add column moved_from integer,
  -- The clipping that is shown instead: the same article came from two origins, or a person merged two.
  add column merged_into uuid,
  add constraint media_mention_client foreign key (agency_id, client_id) references client (agency_id, id),
  add constraint media_mention_subject check (release_id is not null or client_id is not null),
  add constraint media_mention_tone check ((tone is null) = (tone_at is null)),
  -- By hand: neither a file nor a feed.
  drop constraint media_mention_check,
  drop constraint media_mention_check1,
  drop constraint media_mention_check3,
  add constraint media_mention_of_file check (import_id is null or origin = 'imported') not valid,
  add constraint media_mention_of_feed check (provider_id is null or origin = 'observed') not valid,
  drop constraint media_mention_match_type_check,
  -- `none`: the page was read, and is about something else.
  add constraint media_mention_match_type_check
    check (match_type in ('full_text', 'excerpt', 'mention', 'link', 'none')) not valid;

-- The same article once for a client, among what people enter.
create unique index media_mention_by_hand
  on media_mention (agency_id, client_id, item_hash) where import_id is null and provider_id is null;
-- The same article of another origin.
create index media_mention_by_article on media_mention (agency_id, item_hash, release_id);
create index media_mention_by_moment on media_mention (agency_id, origin, published_at desc, id desc);
create index media_mention_of_client on media_mention (agency_id, client_id, published_at desc) where release_id is null;
create index media_mention_found on media_mention (agency_id, id) where state = 'found';
create index media_mention_merged on media_mention (agency_id, merged_into) where merged_into is not null;
