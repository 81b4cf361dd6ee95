-- Leases in the order of their ends, so that a claim counts the live ones without walking those that ended.
drop index webhook_queue_leased;
create index webhook_queue_leased on webhook_queue (next_attempt_at, agency_id, webhook_id) where lease_token is not null;
