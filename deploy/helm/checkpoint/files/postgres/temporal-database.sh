#!/bin/sh
# Waits for Temporal's databases, and forgets the addresses of the server that ran before: waiting for them to expire
# costs 46 seconds. This server is the only one on its database.
set -eu
. /scripts/path.sh
. /scripts/until.sh
has_databases() {
  psql -XAtqc 'SELECT 1' -d temporal > /dev/null 2>&1 && psql -XAtqc 'SELECT 1' -d temporal_visibility > /dev/null 2>&1
}
until_ok "Temporal's databases at $PGHOST" has_databases
if [ -n "$(psql -XAtqc "SELECT to_regclass('cluster_membership')" -d temporal)" ]; then
  psql -Xqc 'DELETE FROM cluster_membership' -d temporal
fi
