#!/bin/sh
# Makes the secrets of compose.yaml, once: an existing folder is left alone, since a new SECRET_KEY can't read old data.
set -eu
folder=$(dirname "$0")/secrets
mkdir -m 700 "$folder"
# The folder keeps others of this machine out; the files are mounted into the container, whose user has to read them.
umask 022
password=$(openssl rand -hex 24)
printf %s "$password" > "$folder/postgres_password"
printf %s "postgres://service:$password@postgres:5432/prservice" > "$folder/database_url"
openssl rand -hex 32 > "$folder/secret_key"
echo "Wrote $folder. Keep a copy of secret_key apart from the database."
