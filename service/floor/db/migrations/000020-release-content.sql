-- What a release and a newsroom hold beside the text, so that a person can set all that a page shows.

-- A version is what a contact approves, pictures and topics included. asset_ids are the attachments in their order; image_asset_id
-- leads the page.
alter table draft_version add column dateline text check (char_length(dateline) between 1 and 100);
alter table draft_version add column topics text[] not null default '{}' check (cardinality(topics) <= 5);
alter table draft_version add column image_asset_id uuid;
alter table draft_version add column asset_ids uuid[] not null default '{}' check (cardinality(asset_ids) <= 50);
alter table draft_version add column translation_of integer;
alter table draft_version add column correction_note text check (char_length(correction_note) between 1 and 500);

alter table release add column topics text[] not null default '{}' check (cardinality(topics) <= 5);
alter table release add column image_asset_id uuid;
alter table release add column asset_ids uuid[] not null default '{}' check (cardinality(asset_ids) <= 50);
alter table release add column translation_of integer;
alter table release add column corrected_at timestamptz(3);
alter table release add column correction_note text check (char_length(correction_note) between 1 and 500);
alter table release add constraint release_correction_check check ((corrected_at is null) = (correction_note is null));
alter table release add constraint release_translation_fkey
  foreign key (agency_id, translation_of) references release (agency_id, id);

alter table newsroom add column imprint_markdown text check (char_length(imprint_markdown) between 1 and 20000);
alter table newsroom add column privacy_markdown text check (char_length(privacy_markdown) between 1 and 50000);
alter table newsroom add column language text not null default 'de' check (language in ('de', 'en'));
alter table newsroom add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');
alter table newsroom add column logo_asset_id uuid;
alter table newsroom add column contact_picture_asset_id uuid;
alter table newsroom add column allows_llms_txt boolean not null default false;
alter table newsroom add column updated_at timestamptz(3) not null default now();
