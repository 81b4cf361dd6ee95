-- What a person has typed and not saved yet: of a text, of a client's new text, or of the correction of a release. One row each, which
-- goes with the person's part in the agency and with what it is about.
create table unsaved_text (
  agency_id integer not null references agency (id),
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  draft_id uuid,
  client_id integer,
  release_id integer,
  -- The form's fields by name, each a list of texts.
  fields jsonb not null,
  bytes integer not null check (bytes between 1 and 1000000),
  saved_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  unique (agency_id, person_id, draft_id),
  unique (agency_id, person_id, client_id),
  unique (agency_id, person_id, release_id),
  foreign key (agency_id, person_id) references membership (agency_id, person_id) on delete cascade,
  foreign key (agency_id, draft_id) references draft (agency_id, id) on delete cascade,
  foreign key (agency_id, client_id) references client (agency_id, id) on delete cascade,
  foreign key (agency_id, release_id) references release (agency_id, id) on delete cascade,
  check (num_nonnulls(draft_id, client_id, release_id) = 1)
);
create index unsaved_text_by_age on unsaved_text (saved_at);
create index unsaved_text_of_draft on unsaved_text (agency_id, draft_id) where draft_id is not null;
create index unsaved_text_of_client on unsaved_text (agency_id, client_id) where client_id is not null;
create index unsaved_text_of_release on unsaved_text (agency_id, release_id) where release_id is not null;
