#!/bin/sh
# POSTGRES_USER, POSTGRES_DB and POSTGRES_PASSWORD_FILE at the first start, as with the official image.
set -eu
export PGDATA=/var/lib/postgresql/data
PATH="$(echo /usr/lib/postgresql/*/bin):$PATH"
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  initdb --locale=C.UTF-8 --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth=scram-sha-256 --auth-local=trust
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  # On its socket only, so that nobody finds it ready before its database is there.
  pg_ctl start --wait --options="-c listen_addresses=''"
  createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl stop --wait
fi
exec postgres -c listen_addresses='*'
