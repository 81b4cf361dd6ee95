-- From which address of its own a client writes to media, and the key that signs for that address's domain (RFC 6376).
create table mail_sender (
  agency_id integer not null,
  client_id integer not null,
  name text not null check (char_length(name) between 1 and 100),
  address text not null check (char_length(address) between 3 and 254),
  -- Two keys for as long as a new one waits to be found in DNS: the older signs until then.
  selector text not null check (char_length(selector) between 1 and 63),
  public_key text not null check (char_length(public_key) <= 1000),
  private_key_encrypted bytea not null,
  next_selector text check (char_length(next_selector) between 1 and 63),
  next_public_key text check (char_length(next_public_key) <= 1000),
  next_private_key_encrypted bytea,
  -- What DNS said when it was last asked. Only a sender whose key was found is used.
  checked_at timestamptz(3),
  is_signing boolean not null default false,
  dmarc text check (dmarc in ('missing', 'none', 'enforced')),
  -- Mails that went out signed: the first ones of a domain go slower.
  sent_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, client_id),
  foreign key (agency_id, client_id) references client (agency_id, id),
  check (num_nulls(next_selector, next_public_key, next_private_key_encrypted) in (0, 3))
);
