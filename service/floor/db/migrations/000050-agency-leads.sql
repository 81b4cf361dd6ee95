-- The agency leads every key of a tenant's tables, so that they can be distributed by agency (docs/operations.md, "Citus").

-- What is unique for everybody, and the agency that has it: whoever comes by an address says nothing else. Small, so that each
-- server of a cluster can hold all of it.
create table public_address (
  kind text not null check (kind in ('newsroom', 'domain', 'approval', 'embargo', 'report')),
  -- A newsroom's word, also one that it gave up; a host; the hash of a link's token in hex.
  address text not null check (char_length(address) between 1 and 253),
  agency_id integer not null references agency (id),
  -- Whose word or host it is; null for links. No foreign key: a table that every server holds can't refer to a distributed one.
  client_id integer,
  primary key (kind, address)
);
create index public_address_of_agency on public_address (agency_id, kind);

insert into public_address (kind, address, agency_id, client_id)
select 'newsroom', slug, agency_id, id from client
union all
select 'newsroom', word, agency_id, client_id from address_word where release_id is null
union all
select 'domain', host, agency_id, client_id from newsroom_domain where proven_at is not null
union all
select 'approval', encode(token_hash, 'hex'), agency_id, null from approval_link
union all
select 'embargo', encode(token_hash, 'hex'), agency_id, null from embargo_link
union all
select 'report', encode(token_hash, 'hex'), agency_id, null from report_link
-- An edit by hand may have left a word with two newsrooms; the one that bears it now has it.
on conflict (kind, address) do nothing;

drop trigger client_word_is_not_kept on client;
drop function refuse_kept_client_word();
-- The statements hold this rule themselves, behind a lock of the client.
drop trigger release_word_is_not_kept on release;
drop function refuse_kept_release_word();
drop index client_by_slug;
create unique index client_by_slug on client (agency_id, slug);
drop index address_word_of_newsroom;
create unique index address_word_of_newsroom on address_word (agency_id, word) where release_id is null;
drop index newsroom_domain_proven;
create unique index newsroom_domain_proven on newsroom_domain (agency_id, host) where proven_at is not null;
-- The primary key begins with the agency already.
drop index approval_link_by_hash;
drop index embargo_link_by_hash;
create unique index embargo_link_by_hash on embargo_link (agency_id, token_hash);
alter table report_link drop constraint report_link_token_hash_key;
create unique index report_link_by_hash on report_link (agency_id, token_hash);

-- A release names its draft and the draft its release. Tables in a circle can't be distributed one after the other; the key that
-- stays keeps a release that a draft names.
alter table release drop constraint release_agency_id_draft_id_fkey;

-- The same numbers from plain sequences: an identity of 32 bits can't be distributed, and one of 64 would rewrite the tables.
do $$
declare
  name text;
  sequence text;
  last bigint;
  called boolean;
begin
  lock table client, newsroom, release in access exclusive mode;
  foreach name in array array['client', 'newsroom', 'release'] loop
    sequence := pg_get_serial_sequence(name, 'id');
    execute format('select last_value, is_called from %s', sequence) into last, called;
    execute format('alter table %I alter column id drop identity', name);
    execute format('create sequence %s as integer owned by %I.id', sequence, name);
    execute format('select setval(%L, %s, %L)', sequence, last, called);
    execute format('alter table %I alter column id set default nextval(%L)', name, sequence);
  end loop;
end
$$;
