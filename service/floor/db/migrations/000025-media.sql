-- Pictures and files of an agency: the bytes once, what is shown of them for each use.

-- A file in the store, named before its first byte is written, so that nothing in the store is without a name. `unused_since` is
-- null while something below holds the file; a loop removes what nothing has held for a while.
create table media_file (
  agency_id integer not null references agency (id),
  id uuid not null,
  unused_since timestamptz(3) default now(),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id)
);
create index media_file_unused on media_file (unused_since) where unused_since is not null;

-- The bytes where no outside store is set, in pieces.
create table media_chunk (
  agency_id integer not null,
  file_id uuid not null,
  number integer not null check (number >= 0),
  bytes bytea not null,
  primary key (agency_id, file_id, number),
  foreign key (agency_id, file_id) references media_file (agency_id, id) on delete cascade
);
-- Pictures and films are packed already.
alter table media_chunk alter column bytes set storage external;

-- How much an agency may store. The row comes with its first file; an operator may change the limit.
create table media_quota (
  agency_id integer primary key references agency (id),
  bytes_used bigint not null default 0 check (bytes_used >= 0),
  bytes_max bigint not null default 10000000000 check (bytes_max >= 0)
);

-- Bytes by their hash, for one agency alone: no agency learns that another one has the same file.
create table media_blob (
  agency_id integer not null,
  id uuid not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  media_type text not null check (char_length(media_type) between 3 and 100),
  bytes bigint not null check (bytes >= 1),
  -- As shown, after the picture was turned the right way up.
  width integer check (width >= 1),
  height integer check (height >= 1),
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  unique (agency_id, sha256),
  foreign key (agency_id, id) references media_file (agency_id, id),
  check ((width is null) = (height is null))
);

-- Smaller copies of a picture.
create table media_derivative (
  agency_id integer not null,
  blob_id uuid not null,
  -- The width that was asked for; a smaller picture is not enlarged.
  size integer not null check (size >= 1),
  format text not null check (format in ('webp', 'jpeg')),
  file_id uuid not null,
  bytes bigint not null check (bytes >= 1),
  width integer not null check (width >= 1),
  height integer not null check (height >= 1),
  primary key (agency_id, blob_id, size, format),
  foreign key (agency_id, blob_id) references media_blob (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references media_file (agency_id, id)
);
create index media_derivative_by_file on media_derivative (agency_id, file_id);

-- A picture or file of a client, as pages show it.
create table asset (
  agency_id integer not null,
  id uuid not null,
  client_id integer not null,
  blob_id uuid not null,
  file_name text not null check (char_length(file_name) between 1 and 200),
  alt text check (char_length(alt) between 1 and 500),
  credit text check (char_length(credit) between 1 and 200),
  caption text check (char_length(caption) between 1 and 1000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id),
  foreign key (agency_id, blob_id) references media_blob (agency_id, id)
);
create index asset_by_client on asset (agency_id, client_id, id desc);
create index asset_by_blob on asset (agency_id, blob_id);
-- The look-up of a public address, which can't know the agency.
create index asset_by_id on asset (id);

-- An upload in parts that has not ended.
create table asset_upload (
  agency_id integer not null,
  id uuid not null,
  client_id integer not null,
  file_name text not null check (char_length(file_name) between 1 and 200),
  bytes_expected bigint not null check (bytes_expected >= 1),
  bytes_received bigint not null default 0 check (bytes_received between 0 and bytes_expected),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, client_id) references client (agency_id, id)
);
create index asset_upload_by_expiry on asset_upload (expires_at);

create table asset_upload_part (
  agency_id integer not null,
  upload_id uuid not null,
  position bigint not null check (position >= 0),
  bytes bigint not null check (bytes >= 1),
  file_id uuid not null,
  primary key (agency_id, upload_id, position),
  foreign key (agency_id, upload_id) references asset_upload (agency_id, id),
  foreign key (agency_id, file_id) references media_file (agency_id, id)
);
create index asset_upload_part_by_file on asset_upload_part (agency_id, file_id);

-- The picture of a release without one, for link previews; `content_hash` says which headline and logo are on it.
create table release_card (
  agency_id integer not null,
  release_id integer not null,
  content_hash text not null check (char_length(content_hash) between 1 and 64),
  file_id uuid not null,
  bytes bigint not null check (bytes >= 1),
  primary key (agency_id, release_id),
  foreign key (agency_id, release_id) references release (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references media_file (agency_id, id)
);
create index release_card_by_file on release_card (agency_id, file_id);

alter table newsroom add constraint newsroom_logo_fkey
  foreign key (agency_id, logo_asset_id) references asset (agency_id, id) on delete restrict;
alter table newsroom add constraint newsroom_contact_picture_fkey
  foreign key (agency_id, contact_picture_asset_id) references asset (agency_id, id) on delete restrict;
alter table release add constraint release_image_fkey
  foreign key (agency_id, image_asset_id) references asset (agency_id, id) on delete restrict;
create index newsroom_by_logo on newsroom (agency_id, logo_asset_id) where logo_asset_id is not null;
create index newsroom_by_contact_picture on newsroom (agency_id, contact_picture_asset_id)
  where contact_picture_asset_id is not null;
create index release_by_image on release (agency_id, image_asset_id) where image_asset_id is not null;
create index release_by_assets on release using gin (asset_ids);

-- Only the demo could set these. Pictures and files of a release are assets now.
alter table release drop column image;
alter table release drop column assets;
