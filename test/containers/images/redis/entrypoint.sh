#!/bin/sh
# The official image answers others without a password.
set -eu
if [ "$1" = redis-server ]; then set -- "$@" --protected-mode no; fi
exec "$@"
