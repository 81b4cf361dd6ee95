-- Whether the domain of a sender says which servers send for it (RFC 7208), when DNS was last asked.
alter table mail_sender add column has_spf boolean;
-- Senders that the loop asks for next.
create index mail_sender_by_look on mail_sender (coalesce(checked_at, '-infinity'));
