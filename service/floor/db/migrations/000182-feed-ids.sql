-- What a feed calls a release. It stays when the address changes, or readers of feeds show the release as a new one (RFC 4287, 4.2.6).
-- Those that are there go on by their address: readers know them by it.
alter table release add column feed_id uuid;
alter table release alter column feed_id set default gen_random_uuid();
