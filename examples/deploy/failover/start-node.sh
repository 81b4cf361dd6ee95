#!/bin/sh
# Makes the monitor or a node of pg_auto_failover at its first start, and runs it: start-node.sh monitor|node
# NODE_HOST is the name by which all others reach it, MONITOR_HOST the monitor's, NODE_NETWORK who may come in.
set -eu
home=${NODE_HOME:-/var/lib/postgresql}
export HOME="$home" XDG_DATA_HOME="$home" XDG_CONFIG_HOME="$home" XDG_RUNTIME_DIR=/tmp PGDATA="$home/data"
export PATH="/usr/lib/postgresql/15/bin:$PATH"
network=${NODE_NETWORK:-samenet}

if [ ! -e "$PGDATA" ]; then
  if [ "$1" = monitor ]; then
    pg_autoctl create monitor --hostname "$NODE_HOST" --ssl-self-signed --skip-pg-hba
    echo "hostssl pg_auto_failover autoctl_node $network trust" >> "$PGDATA/pg_hba.conf"
  else
    pg_autoctl create postgres --name "$NODE_HOST" --hostname "$NODE_HOST" --ssl-self-signed --skip-pg-hba \
      --username service --dbname prservice \
      --monitor "postgres://autoctl_node@$MONITOR_HOST:${MONITOR_PORT:-5432}/pg_auto_failover?sslmode=require"
    # A standby copies these lines from the primary.
    if ! grep -q pgautofailover_replicator "$PGDATA/pg_hba.conf"; then
      echo "hostssl all pgautofailover_monitor $network trust" >> "$PGDATA/pg_hba.conf"
      echo "hostssl all,replication pgautofailover_replicator $network trust" >> "$PGDATA/pg_hba.conf"
      echo "hostssl prservice service $network scram-sha-256" >> "$PGDATA/pg_hba.conf"
    fi
  fi
fi
# One that was killed left its number behind, which is 1 in each container: it would take itself for another that still runs.
rm -f "$XDG_RUNTIME_DIR/pg_autoctl$PGDATA/pg_autoctl.pid"
exec pg_autoctl run
