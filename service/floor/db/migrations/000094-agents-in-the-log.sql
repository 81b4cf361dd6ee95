-- Assistants act in the name of a person; the row names the connection, which knows both.
alter table audit drop constraint audit_actor_type_check;
alter table audit add constraint audit_actor_type_check
  check (actor_type in ('api_key', 'operator', 'contact', 'service', 'person', 'agent')) not valid;
