#!/bin/sh
# Figures of a press release, with the headers that tell the limit: article-performance.sh PRESS_RELEASE_ID [DAYS]
# Needs PR_SERVICE_URL and PR_SERVICE_KEY.
set -eu

curl --silent --show-error --fail-with-body --include \
  --header "Authorization: Bearer $PR_SERVICE_KEY" \
  "$PR_SERVICE_URL/api/reporting/v1/articles/$1?days=${2:-30}"
