-- How much of a release stands in an article, and what later looks at it saw. Of its text only numbers and hashes are kept.
create table mention_evidence (
  agency_id integer not null,
  -- The clipping's.
  id uuid not null,
  -- The page, and the release that it was held against. Where the clipping has another one, it is compared anew.
  url text not null check (char_length(url) between 1 and 2000),
  release_id integer not null,
  -- The comparison's figures; null while the page has not been read.
  comparison jsonb,
  compared_at timestamptz(3),
  -- When a later look saw another text than the one before.
  changed_at timestamptz(3),
  -- Since when the page is gone, after it had been read.
  gone_since timestamptz(3),
  -- What came of the last look.
  outcome text check (char_length(outcome) between 1 and 40),
  looks integer not null default 0,
  due_at timestamptz default now(),
  lease_token uuid,
  primary key (agency_id, id),
  foreign key (agency_id, id) references media_mention (agency_id, id) on delete cascade,
  check ((comparison is null) = (compared_at is null))
) with (fillfactor = 80);
create index mention_evidence_due on mention_evidence (agency_id, due_at) where due_at is not null;
