-- What DNS says of a sender's domain, asked every hour. `checked_at` is the last time that it answered.
alter table mail_sender
  add column looked_at timestamptz(3),
  -- Whether the domain says which servers send for it (RFC 7208).
  add column has_spf boolean;
create index mail_sender_by_look on mail_sender (looked_at nulls first);
