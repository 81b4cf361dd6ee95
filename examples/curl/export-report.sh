#!/bin/sh
# Orders a report of the last 30 days, waits, and writes the file: export-report.sh PRESS_RELEASE_ID [pdf|csv|json]
# Needs PR_SERVICE_URL and PR_SERVICE_KEY.
set -eu

api="$PR_SERVICE_URL/api/reporting/v1/exports"
# The key goes through a pipe: in curl's arguments every user of the machine could read it.
call() {
  printf 'X-API-Key: %s\n' "$PR_SERVICE_KEY" | curl --silent --show-error --fail-with-body --header @- "$@"
}
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

id=$(call "$api" --header "Idempotency-Key: $(date +%s)-$$" --header "Content-Type: application/json" \
  --data "{\"scopeType\":\"article\",\"scopeId\":$1,\"format\":\"${2:-pdf}\"}" | field id)

while status=$(call "$api/$id" | field status); [ "$status" != completed ]; do
  [ "$status" != failed ] || { echo "The export failed." >&2; exit 1; }
  sleep 1
done

# The name comes from Content-Disposition.
call --remote-name --remote-header-name --write-out '%{filename_effective}\n' "$api/$id/download"
