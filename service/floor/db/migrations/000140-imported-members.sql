-- Which import put a contact into a list: until that import has ended the contact is not in it.
alter table media_contact_list_member add column import_id uuid;
create index media_contact_list_member_of_import on media_contact_list_member (agency_id, import_id) where import_id is not null;
