#!/bin/sh
# Signs a conversion with openssl and sends it: record-conversion.sh PRESS_RELEASE_ID [EVENT_ID]
# Needs PR_SERVICE_URL and PR_SERVICE_KEY.
set -eu

timestamp=$(date +%s)
occurred_at=$(date -u +%Y-%m-%dT%H:%M:%SZ)
body="{\"eventId\":\"${2:-curl-$timestamp}\",\"pressReleaseId\":$1,\"kind\":\"lead\",\"occurredAt\":\"$occurred_at\"}"

# Over the timestamp, a dot and the body: byte for byte what curl sends below. The key stands in the arguments of
# openssl for a moment, where other users of the machine can see it: for trying out, not for a shared server.
signature=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$PR_SERVICE_KEY" | sed 's/^.* //')

curl --silent --show-error --fail-with-body "$PR_SERVICE_URL/api/reporting/v1/conversions" \
  --header "X-API-Key: $PR_SERVICE_KEY" \
  --header "Content-Type: application/json" \
  --header "X-Service-Timestamp: $timestamp" \
  --header "X-Service-Signature: $signature" \
  --data-binary "$body"
