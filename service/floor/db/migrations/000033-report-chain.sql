-- Reports hold against whoever can write to this database: each has a chain hash and a signature by a key that lies elsewhere.
alter table publication_report
  add column previous_chain_hash text check (previous_chain_hash ~ '^[0-9a-f]{64}$'),
  add column chain_hash text check (chain_hash ~ '^[0-9a-f]{64}$'),
  add column signature text check (signature ~ '^[A-Za-z0-9_-]{86}$'),
  add column key_id text check (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  drop constraint publication_report_check,
  -- Without a chain hash a row is from before version 2.
  add constraint publication_report_links check (
    case
      when chain_hash is null then
        previous_chain_hash is null and signature is null and key_id is null and (previous_hash is null) = (number = 1)
      else
        previous_hash is null and signature is not null and key_id is not null
        and (previous_chain_hash is null) = (number = 1)
    end
  );

-- The end of the chain: what `chainHead` shows. `last_hash` goes, so that a program from before can't go on with the old chain.
alter table report_chain
  drop column last_hash,
  add column chain_id uuid not null default gen_random_uuid(),
  add column last_chain_hash text check (last_chain_hash ~ '^[0-9a-f]{64}$'),
  add column last_signature text check (last_signature ~ '^[A-Za-z0-9_-]{86}$'),
  add column last_key_id text check (last_key_id ~ '^[A-Za-z0-9_-]{43}$'),
  add constraint report_chain_end check (
    (last_chain_hash is null) = (last_signature is null) and (last_chain_hash is null) = (last_key_id is null)
  );

-- Stands for all reports of an agency from before version 2: `content_hash` is SHA-256 of the JSON list of theirs. The program
-- signs it at its next start, because SQL has no key; the first report of version 2 follows it.
create table report_anchor (
  agency_id integer primary key references agency (id),
  number bigint not null check (number > 0),
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  chain_hash text check (chain_hash ~ '^[0-9a-f]{64}$'),
  signature text check (signature ~ '^[A-Za-z0-9_-]{86}$'),
  key_id text check (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  check ((chain_hash is null) = (signature is null) and (chain_hash is null) = (key_id is null))
);
insert into report_anchor (agency_id, number, content_hash)
select
  agency_id,
  count(*),
  encode(sha256(convert_to('["' || string_agg(content_hash, '","' order by number) || '"]', 'UTF8')), 'hex')
from publication_report
group by agency_id;

-- Public keys that processes of this database sign with. Only compared, never trusted: what counts is the key file.
create table report_signing_key (
  key_id text primary key check (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{43}$'),
  first_used_at timestamptz(3) not null default now()
);

-- The page /pruefen knows a report by its id alone.
create index publication_report_by_id on publication_report (id);
