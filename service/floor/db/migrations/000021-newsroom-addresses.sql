-- Own domains of newsrooms, address words that stay for ever, and contacts that have left.

-- A claim of a host by a newsroom. Any agency may claim a host; only one claim of all agencies can be proven.
create table newsroom_domain (
  agency_id integer not null,
  id uuid not null,
  client_id integer not null,
  host text not null check (host = lower(host) and char_length(host) between 3 and 253),
  token text not null check (char_length(token) = 43),
  created_at timestamptz(3) not null default now(),
  proven_at timestamptz(3),
  proven_by text check (proven_by in ('dns', 'http')),
  primary key (agency_id, id),
  unique (agency_id, client_id, host),
  foreign key (agency_id, client_id) references client (agency_id, id),
  check ((proven_at is null) = (proven_by is null))
);
create unique index newsroom_domain_proven on newsroom_domain (host) where proven_at is not null;

-- Words that were the address of a newsroom (release_id is null) or of a release, and lead to it for ever.
create table address_word (
  agency_id integer not null,
  id uuid not null,
  client_id integer not null,
  release_id integer,
  word text not null check (char_length(word) between 1 and 80),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id),
  foreign key (agency_id, release_id) references release (agency_id, id) on delete cascade
);
create unique index address_word_of_newsroom on address_word (word) where release_id is null;
create unique index address_word_of_release on address_word (agency_id, client_id, word) where release_id is not null;

-- Whoever takes a word in the moment in which it is given up waits for that change, and sees it here and not in its own statement.
create function refuse_kept_client_word() returns trigger language plpgsql as $$
begin
  if exists (
    select from address_word w
    where w.word = new.slug
      and w.release_id is null
      and (w.agency_id, w.client_id) <> (new.agency_id, new.id)
  ) then
    raise exception 'The address word is kept for another newsroom.'
      using errcode = 'unique_violation', constraint = 'address_word_of_newsroom';
  end if;
  return null;
end;
$$;
create trigger client_word_is_not_kept
  after insert or update of slug on client
  for each row execute function refuse_kept_client_word();

create function refuse_kept_release_word() returns trigger language plpgsql as $$
begin
  if exists (
    select from address_word w
    where w.agency_id = new.agency_id
      and w.client_id = new.client_id
      and w.word = new.slug
      and w.release_id <> new.id
  ) then
    raise exception 'The address word is kept for another release.'
      using errcode = 'unique_violation', constraint = 'address_word_of_release';
  end if;
  return null;
end;
$$;
create trigger release_word_is_not_kept
  after insert or update of slug on release
  for each row execute function refuse_kept_release_word();

-- An approval names the contact it went to, so a contact who was asked once is marked instead of deleted.
alter table client_contact add column removed_at timestamptz(3);
