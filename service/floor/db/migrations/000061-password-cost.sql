-- What a password of a report link was hashed with, `scrypt$<N>$<r>$<p>`. A row without it is from before: 2^14, 8 and 1.
alter table report_link add column password_cost text;
