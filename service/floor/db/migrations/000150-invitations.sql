-- A link that an owner hands to a colleague where no mail can go. It opens the agency that invited, and no other one of the person's.
alter table sign_in_link add column only_agency_id integer references agency (id) on delete cascade;
create index sign_in_link_by_agency on sign_in_link (only_agency_id) where only_agency_id is not null;

alter table person_session drop constraint person_session_method_check;
alter table person_session add constraint person_session_method_check
  check (method in ('link', 'passkey', 'oidc', 'handoff', 'invitation')) not valid;
alter table person_session drop constraint person_session_partner_check;
alter table person_session add constraint person_session_partner_check
  check ((method in ('oidc', 'handoff', 'invitation')) = (only_agency_id is not null)) not valid;
