#!/bin/sh
# Figures of a press release, with the headers that tell the limit: article-performance.sh PRESS_RELEASE_ID [DAYS]
# Needs PR_SERVICE_URL and PR_SERVICE_KEY.
set -eu

# The key goes through a pipe: in curl's arguments every user of the machine could read it.
printf 'Authorization: Bearer %s\n' "$PR_SERVICE_KEY" |
  curl --silent --show-error --fail-with-body --include --header @- \
    "$PR_SERVICE_URL/api/reporting/v1/articles/$1?days=${2:-30}"
