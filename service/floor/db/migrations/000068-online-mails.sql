-- Who of a client wants to hear that a release is online. Off: a mail that nobody asked for needs a consent.
alter table client_contact add column wants_online_mail boolean not null default false;
-- How many mails to subscribers a release came to; null where an older release of this program wrote them.
alter table newsroom_fan_out add column mails integer;
