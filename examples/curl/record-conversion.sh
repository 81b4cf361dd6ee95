#!/bin/sh
# Signs a conversion with openssl and sends it: record-conversion.sh PRESS_RELEASE_ID [EVENT_ID]
# Needs PR_SERVICE_URL and PR_SERVICE_KEY.
set -eu

timestamp=$(date +%s)
occurred_at=$(date -u +%Y-%m-%dT%H:%M:%SZ)
body="{\"eventId\":\"${2:-curl-$timestamp}\",\"pressReleaseId\":$1,\"kind\":\"lead\",\"occurredAt\":\"$occurred_at\"}"

# HMAC (RFC 2104) from openssl's hash alone: with `openssl dgst -hmac` the key would stand in the arguments, where every
# user of the machine can read it. The key's bytes, filled with zeros to the hash's block of 64, xor 54 and xor 92.
key_bytes=$(printf %s "$PR_SERVICE_KEY" | od -An -v -tu1)
padded_key() {
  count=0
  for byte in $key_bytes; do
    printf "\\$(printf %03o $((byte ^ $1)))"
    count=$((count + 1))
  done
  while [ "$count" -lt 64 ]; do
    printf "\\$(printf %03o "$1")"
    count=$((count + 1))
  done
}
sha256() { openssl dgst -sha256 "$@"; }
# Over the timestamp, a dot and the body: byte for byte what curl sends below.
inner() { { padded_key 54; printf '%s.%s' "$timestamp" "$body"; } | sha256 -binary; }
signature=$({ padded_key 92; inner; } | sha256 | sed 's/^.* //')

printf 'X-API-Key: %s\n' "$PR_SERVICE_KEY" |
  curl --silent --show-error --fail-with-body "$PR_SERVICE_URL/api/reporting/v1/conversions" \
  --header @- \
  --header "Content-Type: application/json" \
  --header "X-Service-Timestamp: $timestamp" \
  --header "X-Service-Signature: $signature" \
  --data-binary "$body"
