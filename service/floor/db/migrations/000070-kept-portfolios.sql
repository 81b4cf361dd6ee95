-- The client that a portfolio is kept for, with all its releases; null for one that people put together.
alter table portfolio add column client_id integer;
alter table portfolio add foreign key (agency_id, client_id) references client (agency_id, id) on delete cascade;
create unique index portfolio_kept on portfolio (agency_id, client_id) where client_id is not null;
