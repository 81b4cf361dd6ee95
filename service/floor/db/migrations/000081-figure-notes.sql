-- What people note beside the figures of a client, or of one of its releases.
create table figure_note (
  agency_id integer not null references agency (id),
  id uuid not null,
  client_id integer not null,
  release_id integer,
  day date not null,
  text text not null check (char_length(text) between 1 and 100),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id) on delete cascade,
  foreign key (agency_id, release_id) references release (agency_id, id) on delete cascade
);
create index figure_note_of_client on figure_note (agency_id, client_id, day);
create index figure_note_of_release on figure_note (agency_id, release_id) where release_id is not null;
