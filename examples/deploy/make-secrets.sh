#!/bin/sh
# Makes the secrets of a compose file, once: an existing folder is left alone, since a new SECRET_KEY can't read old data.
# The argument names the servers of PostgreSQL where there are several.
set -eu
folder=$(dirname "$0")/secrets
mkdir -m 700 "$folder"
# The folder keeps others of this machine out; the files are mounted into the container, whose user has to read them.
umask 022
settings=${1:+"?target_session_attrs=read-write&sslmode=require"}
password=$(openssl rand -hex 24)
printf %s "$password" > "$folder/postgres_password"
printf %s "postgres://service:$password@${1:-postgres:5432}/prservice$settings" > "$folder/database_url"
openssl rand -hex 32 > "$folder/secret_key"
echo "Wrote $folder. Keep a copy of secret_key apart from the database."
