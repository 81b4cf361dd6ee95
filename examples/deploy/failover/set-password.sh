#!/bin/sh
# Sets the service's password from a file, once, on the primary. It stands in no argument, which others could see.
set -eu
psql --dbname=prservice --set=ON_ERROR_STOP=1 --quiet <<END
\set password \`cat "${1:-/run/secrets/postgres_password}"\`
alter role service password :'password';
grant pg_monitor to service;
END
