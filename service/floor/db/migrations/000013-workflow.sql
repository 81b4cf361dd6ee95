-- The PR workflow: personas and contacts of clients, drafts with versions, approvals, credits, and the mails to contacts.

-- A change of a persona is a new version; the latest counts.
create table client_persona (
  agency_id integer not null,
  client_id integer not null,
  version integer not null check (version >= 1),
  language text not null check (char_length(language) between 2 and 35),
  address_form text not null check (address_form in ('sie', 'du', 'neutral')),
  tone text[] not null,
  style_notes text not null check (char_length(style_notes) <= 10000),
  target_groups jsonb not null check (jsonb_typeof(target_groups) = 'array'),
  key_messages text[] not null,
  taboo_words jsonb not null check (jsonb_typeof(taboo_words) = 'array'),
  boilerplate text not null check (char_length(boilerplate) <= 10000),
  created_at timestamptz not null default now(),
  primary key (agency_id, client_id, version),
  foreign key (agency_id, client_id) references client (agency_id, id)
);

create table client_contact (
  agency_id integer not null,
  id uuid not null,
  client_id integer not null,
  name text not null check (char_length(name) between 1 and 200),
  role text check (char_length(role) <= 200),
  -- Where approval requests go; without one the operator hands over the link.
  email text check (char_length(email) <= 320),
  can_approve boolean not null,
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id)
);
create index client_contact_by_client on client_contact (agency_id, client_id, id);

-- What the workflow knows of a release before it is one. The row in `release` comes with the publication or its schedule.
create table draft (
  agency_id integer not null,
  id uuid not null,
  client_id integer not null,
  status text not null default 'draft' check (
    status in ('draft', 'in_approval', 'changes_requested', 'approved', 'scheduled', 'published', 'archived')
  ),
  version integer not null default 1 check (version >= 1),
  -- The approved version; null as soon as the text is another.
  approved_version integer check (approved_version <= version),
  release_id integer,
  scheduled_for timestamptz(3),
  idempotency_key text check (char_length(idempotency_key) between 1 and 100),
  request_hash bytea check (octet_length(request_hash) = 32),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  unique (agency_id, idempotency_key),
  foreign key (agency_id, client_id) references client (agency_id, id),
  foreign key (agency_id, release_id) references release (agency_id, id),
  check ((status = 'scheduled') = (scheduled_for is not null)),
  check (status not in ('scheduled', 'published', 'archived') or (release_id is not null and approved_version = version)),
  check (status <> 'approved' or approved_version = version),
  check ((idempotency_key is null) = (request_hash is null))
);
create index draft_by_client on draft (agency_id, client_id, id);
create index draft_due on draft (scheduled_for) where status = 'scheduled';

create table draft_version (
  agency_id integer not null,
  draft_id uuid not null,
  version integer not null check (version >= 1),
  title text not null check (char_length(title) between 1 and 300),
  subtitle text check (char_length(subtitle) between 1 and 500),
  body_markdown text not null check (char_length(body_markdown) between 1 and 100000),
  language text not null check (char_length(language) between 2 and 35),
  keywords text[] not null check (cardinality(keywords) <= 30),
  embargo_until timestamptz(3),
  seo_title text check (char_length(seo_title) between 1 and 120),
  seo_description text check (char_length(seo_description) between 1 and 320),
  slug text check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  -- SHA-256 of the canonical JSON of all that is above: what an approval is bound to.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, draft_id, version),
  foreign key (agency_id, draft_id) references draft (agency_id, id)
);

alter table release
  add column draft_id uuid,
  add column seo_title text check (char_length(seo_title) between 1 and 120),
  add column seo_description text check (char_length(seo_description) between 1 and 320),
  add foreign key (agency_id, draft_id) references draft (agency_id, id);
create unique index release_of_draft on release (agency_id, draft_id) where draft_id is not null;

create table approval (
  agency_id integer not null,
  id uuid not null,
  draft_id uuid not null,
  draft_version integer not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  contact_id uuid not null,
  contact_name text not null,
  status text not null default 'pending' check (
    status in ('pending', 'approved', 'changes_requested', 'expired', 'superseded')
  ),
  message text check (char_length(message) between 1 and 2000),
  respond_by timestamptz(3),
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  decided_at timestamptz(3),
  comment text check (char_length(comment) between 1 and 4000),
  idempotency_key text check (char_length(idempotency_key) between 1 and 100),
  request_hash bytea check (octet_length(request_hash) = 32),
  primary key (agency_id, id),
  unique (agency_id, idempotency_key),
  foreign key (agency_id, draft_id, draft_version) references draft_version (agency_id, draft_id, version),
  foreign key (agency_id, contact_id) references client_contact (agency_id, id),
  check ((idempotency_key is null) = (request_hash is null)),
  check (status not in ('approved', 'changes_requested') or decided_at is not null)
);
create index approval_by_draft on approval (agency_id, draft_id, requested_at desc);
create unique index approval_pending on approval (agency_id, draft_id) where status = 'pending';
create index approval_by_id on approval (id);
create index approval_due on approval (expires_at) where status = 'pending';

-- Links to approvals. Only the newest works; older ones are kept so that their page can say why they don't.
create table approval_link (
  agency_id integer not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  approval_id uuid not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  primary key (agency_id, token_hash),
  foreign key (agency_id, approval_id) references approval (agency_id, id)
);
-- The look-up that can't know its agency: the link is what tells it.
create unique index approval_link_by_hash on approval_link (token_hash);
create unique index approval_link_current on approval_link (agency_id, approval_id) where replaced_at is null;

-- Mails that are to go out. A row holds no link: the sender makes one when it sends, so none is stored anywhere.
create table approval_mail (
  agency_id integer not null,
  approval_id uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'cancelled', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  last_error text check (char_length(last_error) <= 200),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (agency_id, approval_id),
  foreign key (agency_id, approval_id) references approval (agency_id, id)
) with (fillfactor = 70);
create index approval_mail_due on approval_mail (next_attempt_at) where status = 'waiting';

-- The ledger. The balance is the sum of its entries; no entry is ever changed.
create table credit_entry (
  agency_id integer not null references agency (id),
  id uuid not null,
  amount integer not null check (amount <> 0),
  reason text not null check (reason in ('grant', 'publication')),
  draft_id uuid,
  draft_version integer,
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, draft_id, draft_version) references draft_version (agency_id, draft_id, version),
  check ((reason = 'publication') = (draft_id is not null and draft_version is not null)),
  check (reason = 'grant' or amount < 0)
);
-- One debit per version, whatever happens.
create unique index credit_entry_once on credit_entry (agency_id, draft_id, draft_version)
  where reason = 'publication';

-- Credits held for a scheduled publication; the row goes when the debit comes.
create table credit_reservation (
  agency_id integer not null,
  draft_id uuid not null,
  credits integer not null check (credits > 0),
  created_at timestamptz not null default now(),
  primary key (agency_id, draft_id),
  foreign key (agency_id, draft_id) references draft (agency_id, id)
);
