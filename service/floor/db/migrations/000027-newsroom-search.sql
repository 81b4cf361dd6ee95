-- What readers of a newsroom find: topics, other languages, and words.

-- The same word however it is spelt: "Wärmepumpe" becomes "waermepumpe", as many people type it. A text and a question about it
-- both go through here. The stop words of PostgreSQL's German list that have an umlaut would no longer be known as such: they
-- are left out. Bodies are parsed when they are defined, so that a restored dump knows their functions without a search path.
create function search_words(words text) returns text
language sql immutable parallel safe strict
return
  regexp_replace(
    replace(replace(replace(replace(lower(translate(normalize(words, nfc), 'ÄÖÜẞ', 'äöüß')), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'),
    '\m(fuer|ueber|waehrend|koennen|koennte|wuerde|wuerden|haette|haetten|waere|waeren)\M',
    ' ',
    'g'
  );

-- English where the language of a release says so, German elsewhere.
create function search_config(language text) returns regconfig
language sql immutable parallel safe strict
return
  case when language ~* '^en' then 'pg_catalog.english'::regconfig else 'pg_catalog.german'::regconfig end;

-- The words of a release with their weights. A first word stands for client and language, as "#12de": with it the one index
-- finds the releases of one newsroom without reading those of others. No text can hold it, as "#" is part of no word.
-- Addresses of links in the Markdown are no words.
create function release_words(
  client_id integer, language text, title text, subtitle text, topics text[], body_markdown text
) returns tsvector
language sql immutable parallel safe
return
  array_to_tsvector(array['#' || client_id || case when language ~* '^en' then 'en' else 'de' end])
    || setweight(to_tsvector(search_config(language), search_words(title)), 'A')
    || setweight(to_tsvector(search_config(language), search_words(array_to_string(topics, ', '))), 'B')
    || setweight(to_tsvector(search_config(language), search_words(coalesce(subtitle, ''))), 'B')
    || setweight(
      to_tsvector(search_config(language), search_words(regexp_replace(body_markdown, '\]\([^)]*\)', ']', 'g'))),
      'D'
    );

alter table release add column search tsvector
  generated always as (release_words(client_id, language, title, subtitle, topics, body_markdown)) stored;
create index release_search on release using gin (search) where status = 'published';
create index release_translations on release (agency_id, translation_of) where translation_of is not null;
