#!/bin/sh
# Orders a report of the last 30 days, waits, and writes the file: export-report.sh PRESS_RELEASE_ID [pdf|csv|json]
# Needs PR_SERVICE_URL and PR_SERVICE_KEY.
set -eu

api="$PR_SERVICE_URL/api/reporting/v1/exports"
# The key goes through a pipe: in curl's arguments every user of the machine could read it.
call() {
  printf 'X-API-Key: %s\n' "$PR_SERVICE_KEY" | curl --silent --show-error --fail-with-body --header @- "$@"
}
# The service's own words, which say what to do.
refused() { printf '%s\n' "$answer" >&2; exit 1; }
# A refusal ends the script where it is assigned: a pipe has the status of its last command alone.
field() { printf '%s\n' "$answer" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

answer=$(call "$api" --header "Idempotency-Key: $(date +%s)-$$" --header "Content-Type: application/json" \
  --data "{\"scopeType\":\"article\",\"scopeId\":$1,\"format\":\"${2:-pdf}\"}") || refused
id=$(field id)

while answer=$(call "$api/$id") || refused; status=$(field status); [ "$status" != completed ]; do
  [ "$status" != failed ] || { echo "The export failed." >&2; exit 1; }
  sleep 1
done

# The name comes from Content-Disposition and is the same all day, and curl replaces no file: hence a folder of its own.
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
name=$(cd "$folder" && call --remote-name --remote-header-name --write-out '%{filename_effective}' "$api/$id/download") || {
  cat "$folder"/* >&2 2>/dev/null
  exit 1
}
mv "$folder/$name" "$name"
printf '%s\n' "$name"
