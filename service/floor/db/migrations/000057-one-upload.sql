-- Files that are handed over for an import come in the same parts as pictures and files of a client.
alter table asset_upload
  add column purpose text not null default 'asset' check (purpose in ('asset', 'import')),
  alter column client_id drop not null,
  add check ((purpose = 'asset') = (client_id is not null));
