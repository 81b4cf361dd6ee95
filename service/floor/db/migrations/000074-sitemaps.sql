-- News sitemaps are read beside feeds; an index of them has parts, each with its own validators for the conditional GET.
alter table provider_connection add column parts jsonb;
